# fish completion for orientationctl. Made by 'make completions' from the commands' own help.
complete -c orientationctl -f
complete -c orientationctl -n __fish_use_subcommand -l socket -r -F
complete -c orientationctl -n __fish_use_subcommand -l json
complete -c orientationctl -n __fish_use_subcommand -l version
complete -c orientationctl -n __fish_use_subcommand -l help
complete -c orientationctl -n __fish_use_subcommand -a status -d 'Shows the sensors, the matrix and where it came from, the state, and warnings.'
complete -c orientationctl -n __fish_use_subcommand -a get -d 'Prints the name of the present orientation, nothing else.'
complete -c orientationctl -n '__fish_seen_subcommand_from get' -l wait -x
complete -c orientationctl -n '__fish_seen_subcommand_from get' -a 'device interface edge'
complete -c orientationctl -n __fish_use_subcommand -a monitor -d 'Follows the orientation as it changes; a live picture on a terminal.'
complete -c orientationctl -n '__fish_seen_subcommand_from monitor' -l gravity -x -d 'besides changes, the state with gravity as it is, that often'
complete -c orientationctl -n '__fish_seen_subcommand_from monitor' -l supported -x -a 'portrait portraitUpsideDown landscapeRight landscapeLeft landscape allButUpsideDown all'
complete -c orientationctl -n '__fish_seen_subcommand_from monitor' -l exec -x -d 'runs CMD at each change, with ORIENTATION_DEVICE, _EDGE, _INTERFACE,'
complete -c orientationctl -n '__fish_seen_subcommand_from monitor' -l json -d 'one JSON object a line'
complete -c orientationctl -n __fish_use_subcommand -a lock -d 'Keeps the interface where it is, or turns it to NAME and keeps it there.'
complete -c orientationctl -n '__fish_seen_subcommand_from lock' -l id -x
complete -c orientationctl -n '__fish_seen_subcommand_from lock' -a 'portrait portraitUpsideDown landscapeRight landscapeLeft landscape'
complete -c orientationctl -n __fish_use_subcommand -a unlock -d 'Lets the interface follow the device again, at once.'
complete -c orientationctl -n '__fish_seen_subcommand_from unlock' -l id -x
complete -c orientationctl -n __fish_use_subcommand -a rotate -d 'Turns the interface by hand; the next turn of the device takes over again.'
complete -c orientationctl -n '__fish_seen_subcommand_from rotate' -l force
complete -c orientationctl -n '__fish_seen_subcommand_from rotate' -l id -x
complete -c orientationctl -n '__fish_seen_subcommand_from rotate' -a 'portrait portraitUpsideDown landscapeRight landscapeLeft landscape'
complete -c orientationctl -n __fish_use_subcommand -a present -d 'Turns the screen and its touch panel as the session\'s interface changes.'
complete -c orientationctl -n '__fish_seen_subcommand_from present' -l output -x -a 'portrait portraitUpsideDown landscapeRight landscapeLeft landscape' -d 'the screen to turn; by default the panel that is built in'
complete -c orientationctl -n '__fish_seen_subcommand_from present' -l backend -x -a 'portrait portraitUpsideDown landscapeRight landscapeLeft landscape' -d 'sway, wlroots, hyprland, kde or x11; by default what is running'
complete -c orientationctl -n '__fish_seen_subcommand_from present' -l touch -x -d 'X11: a touch device by number or name; by default all touch screens'
complete -c orientationctl -n '__fish_seen_subcommand_from present' -l exec -x -d 'runs CMD instead, with ORIENTATION_ANGLE, _TRANSFORM and the other'
complete -c orientationctl -n __fish_use_subcommand -a explain -d 'Says why the orientation is what it is, and not another one.'
complete -c orientationctl -n '__fish_seen_subcommand_from explain' -l live -d 'again and again until Ctrl-C (on a terminal it is so by itself)'
complete -c orientationctl -n '__fish_seen_subcommand_from explain' -l once -d 'one answer'
complete -c orientationctl -n '__fish_seen_subcommand_from explain' -l json -d 'one JSON object a line, as the method Explain returns it'
complete -c orientationctl -n __fish_use_subcommand -a record -d 'Records the running sensor, for replay, plot and reports of faults.'
complete -c orientationctl -n '__fish_seen_subcommand_from record' -s o -r -F -d 'where to; never over a file that is there; - is standard output'
complete -c orientationctl -n '__fish_seen_subcommand_from record' -l seconds -x -d 'that long from the first sample; otherwise until Ctrl-C'
complete -c orientationctl -n '__fish_seen_subcommand_from record' -l force -d 'writes over FILE'
complete -c orientationctl -n __fish_use_subcommand -a plot -d 'Draws the axes, the angles with their thresholds, and the orientations over time.'
complete -c orientationctl -n '__fish_seen_subcommand_from plot' -s o -r -F -d 'the picture; PNG needs rsvg-convert, Inkscape or ImageMagick'
complete -c orientationctl -n '__fish_seen_subcommand_from plot' -l seconds -x -d 'of the running sensor instead of FILE, for so long'
complete -c orientationctl -n '__fish_seen_subcommand_from plot' -l size -x -d 'in pixels (1200x900)'
complete -c orientationctl -n '__fish_seen_subcommand_from plot' -l from -x -d 'from this second on'
complete -c orientationctl -n '__fish_seen_subcommand_from plot' -l to -x -d 'up to this second'
complete -c orientationctl -n '__fish_seen_subcommand_from plot' -l config -r -F -d 'thresholds of this configuration instead of the defaults'
complete -c orientationctl -n '__fish_seen_subcommand_from plot' -l lenient -d 'leave bad rows out'
complete -c orientationctl -n '__fish_seen_subcommand_from plot' -F
complete -c orientationctl -n __fish_use_subcommand -a calibrate -d 'Finds the mount matrix, offsets and gains by leading through the poses.'
complete -c orientationctl -n '__fish_seen_subcommand_from calibrate' -l all -d 'six poses instead of four, which tells offsets and gains apart'
complete -c orientationctl -n '__fish_seen_subcommand_from calibrate' -l apply -d 'write the drop-in of the configuration'
complete -c orientationctl -n '__fish_seen_subcommand_from calibrate' -l root -r -F -d 'for the machine whose files are below DIR'
complete -c orientationctl -n '__fish_seen_subcommand_from calibrate' -l json -d 'the result as one JSON object'
complete -c orientationctl -n __fish_use_subcommand -a doctor -d 'Checks everything between the chip and the answer, and says what to do.'
complete -c orientationctl -n '__fish_seen_subcommand_from doctor' -l seconds -x -d 'how long to listen to the sensor (3); hold the device still meanwhile'
complete -c orientationctl -n '__fish_seen_subcommand_from doctor' -l report -r -F -d 'writes all of it to FILE, to attach to an issue; no serial numbers, no names of people'
complete -c orientationctl -n '__fish_seen_subcommand_from doctor' -l root -r -F -d 'looks at the machine whose files are below DIR'
complete -c orientationctl -n '__fish_seen_subcommand_from doctor' -l json -d 'one JSON object a line'
complete -c orientationctl -n __fish_use_subcommand -a replay -d 'Classifies a recording and prints the changes; needs no daemon.'
complete -c orientationctl -n '__fish_seen_subcommand_from replay' -l lenient -d 'leave bad rows out, and say how many, instead of stopping at the first'
complete -c orientationctl -n '__fish_seen_subcommand_from replay' -l config -r -F -d 'decide by section Orientation of this configuration instead of by the defaults'
complete -c orientationctl -n '__fish_seen_subcommand_from replay' -F
complete -c orientationctl -n __fish_use_subcommand -a score -d 'Replays recordings and compares with their truth.'
complete -c orientationctl -n '__fish_seen_subcommand_from score' -l thin -x -d 'keep only the first sample of each 1/HZ second'
complete -c orientationctl -n '__fish_seen_subcommand_from score' -l phases -x -d 'with --thin: once for each of N places to begin at (1)'
complete -c orientationctl -n '__fish_seen_subcommand_from score' -l turn -d 'under each of the 24 turns of the frame, the truth turned with it'
complete -c orientationctl -n '__fish_seen_subcommand_from score' -l noise -x -d 'with normal noise of this standard deviation in g on each axis'
complete -c orientationctl -n '__fish_seen_subcommand_from score' -l gain -x -d 'with the gain of one axis wrong, each axis too high and too low'
complete -c orientationctl -n '__fish_seen_subcommand_from score' -l seed -x -d 'of the noise (1)'
complete -c orientationctl -n '__fish_seen_subcommand_from score' -l clear -x -d 'count only rows whose tilt_max_deg in truth_tilt.csv is at most this'
complete -c orientationctl -n '__fish_seen_subcommand_from score' -F
complete -c orientationctl -n __fish_use_subcommand -a simulate -d 'Plays a recording into the kernel, as a virtual HID accelerometer (/dev/uhid).'
complete -c orientationctl -n '__fish_seen_subcommand_from simulate' -l switches -d 'instead of a sensor the switches of a convertible (/dev/uinput); lines on'
complete -c orientationctl -n '__fish_seen_subcommand_from simulate' -l hold-last -d 'stay in the last pose after the recording, instead of ending'
complete -c orientationctl -n '__fish_seen_subcommand_from simulate' -l loop -d 'begin again after the recording'
complete -c orientationctl -n '__fish_seen_subcommand_from simulate' -l real-time -d 'let the recording run on while the kernel has the sensor switched off'
complete -c orientationctl -n '__fish_seen_subcommand_from simulate' -l interval -x -d 'time between reports until the kernel sets another (100)'
complete -c orientationctl -n '__fish_seen_subcommand_from simulate' -l input -d 'an input device (/dev/uinput) instead of a sensor hub; its recording'
complete -c orientationctl -n '__fish_seen_subcommand_from simulate' -l joystick -d 'the same as part of a game controller'
complete -c orientationctl -n '__fish_seen_subcommand_from simulate' -l name -x -a 'portrait portraitUpsideDown landscapeRight landscapeLeft landscape' -d 'what the kernel calls the device'
complete -c orientationctl -n '__fish_seen_subcommand_from simulate' -l events -r -F
complete -c orientationctl -n '__fish_seen_subcommand_from simulate' -F
complete -c orientationctl -n __fish_use_subcommand -a completions -d 'Prints the completions of this program for a shell.'
complete -c orientationctl -n '__fish_seen_subcommand_from completions' -a 'bash zsh fish'
