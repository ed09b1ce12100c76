#compdef orientationctl
# zsh completion for orientationctl. Made by 'make completions' from the commands' own help.
_orientationctl() {
    local -a commands
    commands=(
        'status:Shows the sensors, the matrix and where it came from, the state, and warnings.'
        'get:Prints the name of the present orientation, nothing else.'
        'monitor:Follows the orientation as it changes; a live picture on a terminal.'
        'lock:Keeps the interface where it is, or turns it to NAME and keeps it there.'
        'unlock:Lets the interface follow the device again, at once.'
        'rotate:Turns the interface by hand; the next turn of the device takes over again.'
        'present:Turns the screen and its touch panel as the session'\''s interface changes.'
        'explain:Says why the orientation is what it is, and not another one.'
        'record:Records the running sensor, for replay, plot and reports of faults.'
        'plot:Draws the axes, the angles with their thresholds, and the orientations over time.'
        'calibrate:Finds the mount matrix, offsets and gains by leading through the poses.'
        'doctor:Checks everything between the chip and the answer, and says what to do.'
        'replay:Classifies a recording and prints the changes; needs no daemon.'
        'score:Replays recordings and compares with their truth.'
        'simulate:Plays a recording into the kernel, as a virtual HID accelerometer (/dev/uhid).'
        'completions:Prints the completions of this program for a shell.'
    )
    local state line
    _arguments -C \
        '--socket:value:_files' \
        '--json' \
        '--version' \
        '--help' \
        '1:command:->command' '*::argument:->argument' && return
    case $state in
    command) _describe command commands ;;
    argument)
        case $line[1] in
        status) _arguments \
                '--help[says more]' ;;
        get) _arguments \
                '--wait:value: ' \
                '*:argument:(device interface edge)' \
                '--help[says more]' ;;
        monitor) _arguments \
                '--gravity[besides changes, the state with gravity as it is, that often]:value: ' \
                '--supported:value:(portrait portraitUpsideDown landscapeRight landscapeLeft landscape allButUpsideDown all)' \
                '--exec[runs CMD at each change, with ORIENTATION_DEVICE, _EDGE, _INTERFACE,]:value: ' \
                '--json[one JSON object a line]' \
                '--help[says more]' ;;
        lock) _arguments \
                '--id:value: ' \
                '*:argument:(portrait portraitUpsideDown landscapeRight landscapeLeft landscape)' \
                '--help[says more]' ;;
        unlock) _arguments \
                '--id:value: ' \
                '--help[says more]' ;;
        rotate) _arguments \
                '--force' \
                '--id:value: ' \
                '*:argument:(portrait portraitUpsideDown landscapeRight landscapeLeft landscape)' \
                '--help[says more]' ;;
        present) _arguments \
                '--output[the screen to turn; by default the panel that is built in]:value:(portrait portraitUpsideDown landscapeRight landscapeLeft landscape)' \
                '--backend[sway, wlroots, hyprland, kde or x11; by default what is running]:value:(portrait portraitUpsideDown landscapeRight landscapeLeft landscape)' \
                '--touch[X11\: a touch device by number or name; by default all touch screens]:value: ' \
                '--exec[runs CMD instead, with ORIENTATION_ANGLE, _TRANSFORM and the other]:value: ' \
                '*:argument: ' \
                '--help[says more]' ;;
        explain) _arguments \
                '--live[again and again until Ctrl-C (on a terminal it is so by itself)]' \
                '--once[one answer]' \
                '--json[one JSON object a line, as the method Explain returns it]' \
                '--help[says more]' ;;
        record) _arguments \
                '-o[where to; never over a file that is there; - is standard output]:value:_files' \
                '--seconds[that long from the first sample; otherwise until Ctrl-C]:value: ' \
                '--force[writes over FILE]' \
                '--help[says more]' ;;
        plot) _arguments \
                '-o[the picture; PNG needs rsvg-convert, Inkscape or ImageMagick]:value:_files' \
                '--seconds[of the running sensor instead of FILE, for so long]:value: ' \
                '--size[in pixels (1200x900)]:value: ' \
                '--from[from this second on]:value: ' \
                '--to[up to this second]:value: ' \
                '--config[thresholds of this configuration instead of the defaults]:value:_files' \
                '--lenient[leave bad rows out]' \
                '*:argument:_files' \
                '--help[says more]' ;;
        calibrate) _arguments \
                '--all[six poses instead of four, which tells offsets and gains apart]' \
                '--apply[write the drop-in of the configuration]' \
                '--root[for the machine whose files are below DIR]:value:_files' \
                '--json[the result as one JSON object]' \
                '--help[says more]' ;;
        doctor) _arguments \
                '--seconds[how long to listen to the sensor (3); hold the device still meanwhile]:value: ' \
                '--report[writes all of it to FILE, to attach to an issue; no serial numbers, no names of people]:value:_files' \
                '--root[looks at the machine whose files are below DIR]:value:_files' \
                '--json[one JSON object a line]' \
                '--help[says more]' ;;
        replay) _arguments \
                '--lenient[leave bad rows out, and say how many, instead of stopping at the first]' \
                '--config[decide by section Orientation of this configuration instead of by the defaults]:value:_files' \
                '*:argument:_files' \
                '--help[says more]' ;;
        score) _arguments \
                '--thin[keep only the first sample of each 1/HZ second]:value: ' \
                '--phases[with --thin\: once for each of N places to begin at (1)]:value: ' \
                '--turn[under each of the 24 turns of the frame, the truth turned with it]' \
                '--noise[with normal noise of this standard deviation in g on each axis]:value: ' \
                '--gain[with the gain of one axis wrong, each axis too high and too low]:value: ' \
                '--seed[of the noise (1)]:value: ' \
                '--clear[count only rows whose tilt_max_deg in truth_tilt.csv is at most this]:value: ' \
                '*:argument:_files' \
                '--help[says more]' ;;
        simulate) _arguments \
                '--script[goes through positions and turns, instead of FILE\:]:value: ' \
                '--keyboard[the arrow keys turn and lean it, 0 stands it upright, q ends]' \
                '--fault[stall, resume, unplug or plug, S seconds after the start; may be given several times]:value: ' \
                '--saturate[no axis reads more than G]:value: ' \
                '--garbage[every Nth report is garbage]:value: ' \
                '--trace[writes a recording (50 Hz) instead of simulating a device]:value:_files' \
                '--switches[instead of a sensor the switches of a convertible (/dev/uinput); lines on]' \
                '--hold-last[stay in the last pose after the recording, instead of ending]' \
                '--loop[begin again after the recording]' \
                '--real-time[let the recording run on while the kernel has the sensor switched off]' \
                '--interval[time between reports until the kernel sets another (100)]:value: ' \
                '--input[an input device (/dev/uinput) instead of a sensor hub; its recording]' \
                '--joystick[the same as part of a game controller]' \
                '--name[what the kernel calls the device]:value:(portrait portraitUpsideDown landscapeRight landscapeLeft landscape)' \
                '--events:value:_files' \
                '*:argument:_files' \
                '--help[says more]' ;;
        completions) _arguments \
                '*:argument:(bash zsh fish)' \
                '--help[says more]' ;;
        esac
        ;;
    esac
}
if [ "$funcstack[1]" = _orientationctl ]; then _orientationctl "$@"; else compdef _orientationctl orientationctl; fi
