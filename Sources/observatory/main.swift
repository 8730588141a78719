print("observatory")
