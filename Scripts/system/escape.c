// Tries to get out of a sandbox. A line for each attempt: "refused WHAT: WHY" or "ALLOWED WHAT"; and "works WHAT" or
// "BROKEN WHAT: WHY" for what the daemon itself needs. Arguments: a device and an attribute that it may use.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

// A result below 0 is a refusal, for the reason in errno.
static void attempt(const char *what, long result) {
    if (result < 0) printf("refused %s: %s\n", what, strerror(errno));
    else printf("ALLOWED %s\n", what);
}

static void need(const char *what, long result) {
    if (result < 0) printf("BROKEN %s: %s\n", what, strerror(errno));
    else printf("works %s\n", what);
}

static long trace(void) { return ptrace(PTRACE_TRACEME, 0, NULL, NULL); }
static long run_program(void) { return execl("/bin/true", "true", (char *)NULL); }
static long run_through_loader(void) { return execl("/lib64/ld-linux-x86-64.so.2", "ld.so", "/bin/true", (char *)NULL); }
static long new_users(void) { return unshare(CLONE_NEWUSER); }

// In a process of its own, which it may end or change.
static long in_child(long (*action)(void)) {
    pid_t child = fork();
    if (child == 0) {
        close(STDERR_FILENO);
        _exit(action() < 0 ? errno : 0);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) < 0) return -1;
    // 127 is what the loader ends with.
    errno = !WIFEXITED(status) || WEXITSTATUS(status) == 127 ? ENOEXEC : WEXITSTATUS(status);
    return errno ? -1 : 0;
}

// Everybody may use these, were it not for the sandbox.
static const char *const files[] = {"/open/file",      "/etc/open",     "/usr/open",       "/var/open", "/run/open",
                                    "/home/open/file", "/dev/shm/file", "/dev/mqueue/file"};
static const char *const devices[] = {"/dev/uhid", "/dev/kmsg", "/dev/fuse", "/dev/loop-control"};

int main(int count, char **arguments) {
    char what[256];
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(what, sizeof what, "write %s", files[i]);
        attempt(what, open(files[i], O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    }
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        snprintf(what, sizeof what, "open %s", devices[i]);
        attempt(what, open(devices[i], O_RDWR | O_CLOEXEC));
    }
    attempt("read a home", open("/home/open/secret", O_RDONLY));
    attempt("see other processes", access("/proc/1/status", F_OK));
    attempt("a network socket", socket(AF_INET, SOCK_DGRAM, 0));
    attempt("a network socket of version 6", socket(AF_INET6, SOCK_STREAM, 0));
    attempt("a packet socket", socket(AF_PACKET, SOCK_RAW, 0));
    attempt("run a program", in_child(run_program));
    attempt("run a program through the loader", in_child(run_through_loader));
    attempt("be traced", in_child(trace));
    struct iovec here = {what, 1};
    attempt("read the memory of a process", process_vm_readv(getpid(), &here, 1, &here, 1, 0));
    attempt("memory that is written and run",
            (long)mmap(NULL, 4096, PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == -1 ? -1 : 0);
    attempt("users of its own", in_child(new_users));
    attempt("mount", mount("none", "/tmp", "tmpfs", 0, NULL));
    attempt("set the clock", syscall(SYS_settimeofday, &(struct timeval){0}, NULL));
    attempt("name the host", sethostname("other", 5));
    attempt("load a module", syscall(SYS_init_module, "", 0L, ""));
    attempt("run in real time", sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){1}));
    attempt("raise a limit", setrlimit(RLIMIT_NOFILE, &(struct rlimit){1 << 20, 1 << 20}));
    attempt("another personality", syscall(SYS_personality, 8L));
    attempt("become root", setuid(0));
    attempt("gain privileges", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? (errno = EPERM, -1) : 0);
    int own = open("/tmp/own", O_RDWR | O_CREAT | O_CLOEXEC, 0700);
    attempt("a file that runs as its owner", fchmod(own, 04755));
    need("a file of its own in /tmp", own);
    need("a Unix socket", socket(AF_UNIX, SOCK_STREAM, 0));
    need("the kernel's events", socket(AF_NETLINK, SOCK_RAW, 15));
    for (int i = 1; i < count; i++) {
        snprintf(what, sizeof what, "use %s", arguments[i]);
        need(what, open(arguments[i], O_RDWR | O_CLOEXEC));
    }
    return 0;
}
