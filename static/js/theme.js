// rough
