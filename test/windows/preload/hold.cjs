// Another program that holds HELD_FILE open as Excel does: nobody else may read, change or replace it. Lets go HELD_MS after a new file lies beside it.
const fs = require('node:fs');
const {dirname} = require('node:path');
const {HELD_FILE, HELD_MS} = process.env;
const noSharing = 0x10000000;
const held = fs.openSync(HELD_FILE, fs.constants.O_RDWR | noSharing);
fs.writeFileSync(`${HELD_FILE}.is-held`, '');
const look = setInterval(() => {
	if (!fs.readdirSync(dirname(HELD_FILE)).some(name => name.endsWith('.part'))) return;
	clearInterval(look);
	setTimeout(() => fs.closeSync(held), Number(HELD_MS));
}, 20);
