#compdef orientationctl
# zsh completion for orientationctl. Made by 'make completions' from the commands' own help.
_orientationctl() {
    local -a commands
    commands=(
        'status:Shows the sensors, where the matrix is from, the state, warnings.'
        'get:Prints the name of the present orientation, nothing else.'
        'monitor:Follows the orientation; a live picture on a terminal.'
        'lock:Keeps the interface where it is, or turned to NAME.'
        'unlock:Lets the interface follow the device again, at once.'
        'rotate:Turns the interface by hand, until the device is turned again.'
        'present:Turns the screen and its touch panel with the interface.'
        'explain:Says why the orientation is what it is, and not another one.'
        'record:Records the running sensor, for replay, plot and reports.'
        'plot:Draws the axes, the angles and the orientations over time.'
        'calibrate:Finds the mount matrix, offsets and gains from a few poses.'
        'doctor:Checks all between chip and answer, and says what to do.'
        'replay:Classifies a recording and prints the changes; needs no daemon.'
        'score:Replays recordings and compares with their truth.'
        'simulate:Plays a recording into the kernel, as a virtual accelerometer.'
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
                '--gravity[besides changes, the state with gravity, that often]:value: ' \
                '--supported[the interface orientations that this client can show]:value:(portrait portraitUpsideDown landscapeRight landscapeLeft landscape allButUpsideDown all)' \
                '--exec[runs CMD at each change, with ORIENTATION_DEVICE, _EDGE, _INTERFACE, _LANDSCAPE, _ANGLE, _TRANSFORM and _REASON]:value: ' \
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
                '--output[the screen to turn]:value: ' \
                '--backend[how to turn it]:value:(sway wlroots hyprland kde x11)' \
                '--touch[X11]:value: ' \
                '--exec[runs CMD instead, with ORIENTATION_ANGLE, _TRANSFORM and the other values of '\''monitor --exec'\'' in its environment]:value: ' \
                '--help[says more]' ;;
        explain) _arguments \
                '--live[again and again until Ctrl-C (so by itself on a terminal)]' \
                '--once[one answer]' \
                '--json[one JSON object a line, as the method Explain returns it]' \
                '--help[says more]' ;;
        record) _arguments \
                '-o[where to]:value:_files' \
                '--seconds[that long from the first sample]:value: ' \
                '--force[writes over FILE]' \
                '--help[says more]' ;;
        plot) _arguments \
                '-o[the picture]:value:_files' \
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
                '--seconds[how long to listen to the sensor (3)]:value: ' \
                '--report[writes it all to FILE, for an issue]:value:_files' \
                '--root[looks at the machine whose files are below DIR]:value:_files' \
                '--json[one JSON object a line]' \
                '--help[says more]' ;;
        replay) _arguments \
                '--lenient[leave bad rows out, and say how many]' \
                '--config[decide by section Orientation of this configuration]:value:_files' \
                '--json[one JSON object a line]' \
                '*:argument:_files' \
                '--help[says more]' ;;
        score) _arguments \
                '--thin[keep only the first sample of each 1/HZ second]:value: ' \
                '--phases[with --thin]:value: ' \
                '--turn[under each of the 24 turns of the frame, the truth with it]' \
                '--noise[with normal noise of this deviation in g on each axis]:value: ' \
                '--gain[with the gain of one axis wrong, each axis high and low]:value: ' \
                '--seed[of the noise (1)]:value: ' \
                '--clear[only rows with tilt_max_deg in truth_tilt.csv at most this]:value: ' \
                '*:argument:_files' \
                '--help[says more]' ;;
        simulate) _arguments \
                '--script[poses, no FILE]:value: ' \
                '--keyboard[the arrow keys turn and lean it, 0 stands it upright, q ends]' \
                '--fault[stall, resume, unplug or plug after S seconds]:value: ' \
                '--saturate[no axis reads more than G]:value: ' \
                '--garbage[every Nth report is garbage]:value: ' \
                '--trace[writes a recording (50 Hz) instead of simulating a device]:value:_files' \
                '--switches[a convertible'\''s (/dev/uinput)]' \
                '--hold-last[stay in the last pose after the recording, instead of ending]' \
                '--loop[begin again after the recording]' \
                '--real-time[let the recording run on while the sensor is switched off]' \
                '--interval[time between reports until the kernel sets another (100)]:value: ' \
                '--input[an input device (/dev/uinput) instead of a sensor hub]' \
                '--joystick[the same as part of a game controller]' \
                '--name[what the kernel calls the device]:value: ' \
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
