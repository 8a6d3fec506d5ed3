// Holds HELD_FILE open as Excel does: nobody else may write or replace it. With HELD_MS it lets go so long after the first try.
const fs = require('node:fs');
const noSharing = 0x10000000;
const held = fs.openSync(process.env.HELD_FILE, fs.constants.O_RDWR | noSharing);
const promises = require('node:fs/promises');
const {rename} = promises;
let timer;
promises.rename = (...paths) => {
	if (process.env.HELD_MS) timer ??= setTimeout(() => fs.closeSync(held), Number(process.env.HELD_MS));
	return rename(...paths);
};
