package main

import (
	"fmt"
	"strings"
)

// slurm is an array job. The tasks are told how many there are, so that some of them can be sent in again:
// sbatch --array=3 FILE. A task that ended with 75 (try again) is put back into the queue, three times at most. The caches of
// users often lie on file systems of the network, where SQLite cannot share a file: tasks use none.
func (b *batch) slurm() string {
	return fmt.Sprintf(`#!/bin/sh
# %[1]s; submit it with: sbatch FILE
#SBATCH --job-name=%[2]s
#SBATCH --array=1-%[3]d
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=%[4]d
#SBATCH --output=%[2]s-%%a.log
#SBATCH --open-mode=append
#SBATCH --requeue

export GOMAXPROCS="${SLURM_CPUS_PER_TASK:-%[4]d}"
code=0
%[5]s sweep run %[6]s --shard-count %[3]d --resume --no-cache || code=$?
if [ "$code" -eq 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
	scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit "$code"

%[7]s
`, b.about(), b.name(), b.tasks, b.cores, shellWord(b.program), shellWord(b.path), b.epilogue("# "))
}

// parallel is one line for GNU parallel, which gives each task its number in place of {}. The plan comes in as a variable,
// so that nothing in its name is taken for a place.
func (b *batch) parallel() string {
	numbers := make([]string, b.tasks)
	for i := range numbers {
		numbers[i] = fmt.Sprint(i + 1)
	}
	return fmt.Sprintf(`# %s
GOMAXPROCS=%d program=%s plan=%s parallel --jobs %d '"$program" sweep run "$plan" --shard {}/%d --resume' ::: %s

%s
`, b.about(), b.cores, shellWord(b.program), shellWord(b.path), b.tasks, b.tasks, strings.Join(numbers, " "), b.epilogue("# "))
}

// epilogue says what to do when all tasks have ended.
func (b *batch) epilogue(before string) string {
	return before + "When all tasks have ended:\n" + before + "  " + b.merge()
}

// merge is the command that puts the journals of all tasks together.
func (b *batch) merge() string {
	return shellWord(b.program) + " sweep merge " + shellWord(b.path)
}

// shellWord quotes a text for a POSIX shell, where it needs that.
func shellWord(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:@%+,", r)
	}
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
