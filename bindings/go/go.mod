module indp

go 1.19
