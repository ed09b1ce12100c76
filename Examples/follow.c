/* Follows the orientation and prints each change. cc -o follow follow.c $(pkg-config --cflags --libs jansson) */
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* With its zero byte, which ends a message. */
static const char request[] = "{\"method\":\"org.orientationd.Monitor\",\"more\":true}";

static void show(const char *message)
{
    const char *device, *edge, *reason;
    json_error_t error;
    json_t *reply = json_loads(message, 0, &error);

    if (json_unpack_ex(reply, &error, 0, "{s:{s:{s:s,s:s,s:s}}}", "parameters", "state", "device", &device, "edge", &edge,
                       "reason", &reason) == 0)
        printf("%s (edge %s): %s\n", device, edge, reason);
    else
        fprintf(stderr, "not a state: %s\n", message);
    fflush(stdout);
    json_decref(reply);
}

int main(int argc, char **argv)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    int connection = socket(AF_UNIX, SOCK_STREAM, 0);
    char buffer[65536];
    size_t used = 0;
    ssize_t count;

    strncpy(address.sun_path, argc > 1 ? argv[1] : "/run/orientationd/org.orientationd", sizeof address.sun_path - 1);
    if (connection < 0 || connect(connection, (struct sockaddr *) &address, sizeof address) < 0 ||
        write(connection, request, sizeof request) != sizeof request) {
        perror(address.sun_path);
        return 1;
    }
    while ((count = read(connection, buffer + used, sizeof buffer - used)) > 0) {
        char *start = buffer, *end;

        used += (size_t) count;
        while ((end = memchr(start, 0, used - (size_t) (start - buffer)))) {
            show(start);
            start = end + 1;
        }
        used -= (size_t) (start - buffer);
        memmove(buffer, start, used);
    }
    return 0;
}
