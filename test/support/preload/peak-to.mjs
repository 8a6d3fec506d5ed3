// Preload (`node --import peak-to.mjs …`): at the end the process writes its peak memory in MB to the file PEAK_TO.
import {writeFileSync} from 'node:fs';
import witness from './witness.cjs';

if (process.env.PEAK_TO)
	process.on('exit', () => writeFileSync(process.env.PEAK_TO, String(Math.round(witness.getPeak()))));
