#!/bin/sh
# mqtt.sh BROKER DEVICE: the states of this device into an MQTT broker, topic orientation/DEVICE. The last one stays there
# (retained), and when this ends, however it ends, the topic says so (last will).
orientationctl --json monitor | mosquitto_pub -h "$1" -t "orientation/$2" -l -q 1 -r \
    --will-topic "orientation/$2" --will-payload '{"device":"unknown","reason":"disconnected"}' --will-qos 1 --will-retain
