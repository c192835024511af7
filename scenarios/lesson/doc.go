// Package lesson reads the lessons of the course and checks answers to them.
//
// A [Lesson] is a Markdown file with a question, a scenario to change, what to look at, a hint, a check and a solution.
// What is right is never written down: a check states what the answer's results must satisfy, beside those of the scenario
// as it was given, and the simulator plays both ([Lesson.Check]).
//
// # Order and units
//
// Lessons come in the order of their file names. All quantities stay in the words of scenario files.
//
// # Errors
//
// What is wrong with a lesson's file is [scenarios.Problems], each at line and column. An answer that is wrong is no error:
// its [Verdict] says why.
package lesson
