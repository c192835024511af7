package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// kubernetes is an Indexed Job. A task that ended with 1 has failed points, and with 2 bad input: neither is tried again,
// and bad input ends the others too. Whatever else ended a task, such as the loss of its machine, it goes on where it was.
func (b *batch) kubernetes() string {
	name := "collsim-" + b.name() + "-" + b.plan.Hash
	return fmt.Sprintf(`# %[1]s; submit it with: kubectl create -f FILE
# The volume claim %[2]s must exist, be writable by all tasks, and hold the plan as %[3]s.
apiVersion: batch/v1
kind: Job
metadata:
  name: %[4]s
  labels:
    app.kubernetes.io/name: collsim
spec:
  completionMode: Indexed
  completions: %[5]d
  parallelism: %[5]d
  backoffLimitPerIndex: 3
  podFailurePolicy:
    rules:
      - action: FailJob
        onExitCodes:
          containerName: collsim
          operator: In
          values: [2]
      - action: FailIndex
        onExitCodes:
          containerName: collsim
          operator: In
          values: [1]
  template:
    metadata:
      labels:
        app.kubernetes.io/name: collsim
    spec:
      restartPolicy: Never
      containers:
        - name: collsim
          image: %[6]s
          command: [%[7]s]
          args: [sweep, run, %[8]s, --shard-count, "%[5]d", --resume, --no-cache]
          workingDir: /sweep
          env:
            - name: GOMAXPROCS
              value: "%[9]d"
          resources:
            requests:
              cpu: "%[9]d"
          volumeMounts:
            - name: sweep
              mountPath: /sweep
      volumes:
        - name: sweep
          persistentVolumeClaim:
            claimName: %[10]s
%[11]s
`, b.about(), b.claim, filepath.Base(b.path), name, b.tasks, yamlText(b.image), yamlText(unexpanded(b.program)),
		yamlText(unexpanded(filepath.Base(b.path))), b.cores, b.claim, b.epilogue("# "))
}

// yamlText quotes a text for YAML, in a form that is JSON as well.
func yamlText(text string) string {
	text = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text)
	return `"` + text + `"` // all of it can be printed
}

// unexpanded keeps Kubernetes from putting the value of a variable in the place of $(NAME).
func unexpanded(text string) string { return strings.ReplaceAll(text, "$(", "$$(") }
