package views

func askID(a Ask, f AskField) string { return "ask-" + a.ID + "-" + f.Name }
