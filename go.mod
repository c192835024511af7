module collsim

go 1.26
