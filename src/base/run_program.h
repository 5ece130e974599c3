// SPDX-License-Identifier: MIT
// Runs another program and waits for its end.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

#include "base/interruption.h"

extern char** environ;

namespace genmedia::base {
namespace detail {

// Signals wait from before the child's start until its id is stored: it gets all of them.
inline int spawn(const std::vector<std::string>& command, const posix_spawn_file_actions_t& actions) {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    sigset_t ours, before;
    sigemptyset(&ours);
    for (const int signal : interruption::kSignals) sigaddset(&ours, signal);
    pthread_sigmask(SIG_BLOCK, &ours, &before);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &before);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, words[0], &actions, &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    if (failed == 0) interruption::child = child;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return failed == 0 ? child : -1;
}

}  // namespace detail

// Runs it in `folder`, if that is not empty. What it prints goes to the file `output`, or if that is empty
// where this process prints. Returns its exit status; 128 and the signal's number if one ended it or is being
// held back; 127 if it could not be started.
inline int run_program(const std::vector<std::string>& command, const std::string& folder = {},
                       const std::string& output = {}) {
    if (interruption::seen != 0) return 128 + interruption::seen;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    if (!output.empty()) {
        posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        posix_spawn_file_actions_adddup2(&actions, 1, 2);
    }
    const pid_t child = detail::spawn(command, actions);
    posix_spawn_file_actions_destroy(&actions);
    if (child < 0) return 127;
    siginfo_t ended;
    while (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
    }
    interruption::child = 0;  // before its number may become another's
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace genmedia::base
