package statetest

var randomTests = map[string]func(*desk){}
