// Starts the parts. The pages work without any of them.

import * as call from './call.js';
import * as convert from './convert.js';
import * as editor from './editor.js';
import * as events from './events.js';
import * as filter from './filter.js';
import * as helpers from './helpers.js';
import * as keys from './keys.js';
import * as nav from './nav.js';
import * as palette from './palette.js';
import * as report from './report.js';

for (const part of [nav, filter, call, editor, helpers, convert, keys, palette, report, events]) part.start();
