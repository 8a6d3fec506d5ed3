import {existsSync} from 'node:fs';
import type {Browser} from 'playwright-core';

/** Chromium of the system, where there is one: `.ci/run` installs it, a bare machine goes without. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const browserPath = places.find(existsSync);

const quiet =
	'--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Starts it headless, silent towards the network. */
export async function launchBrowser(): Promise<Browser> {
	const {chromium} = await import('playwright-core');
	return chromium.launch({executablePath: browserPath as string, args: quiet.split(' ')});
}
