#!/bin/sh
# Follows the orientation without any library: socat and jq.
printf '{"method":"org.orientationd.Monitor","more":true}\0' |
    socat -t 1000000 - "UNIX-CONNECT:${1:-/run/orientationd/org.orientationd}" | stdbuf -o0 tr '\0' '\n' | jq --unbuffered -r .parameters.state.device
