import ora from 'ora';
import type {Spinner} from '../ports.ts';

/**
 * ora hangs on a terminal of 0 columns, so nothing is shown there; with `discardStdin` it would swallow Ctrl-C (test/faults.md
 * R8, R11).
 */
export function createSpinner(stream: NodeJS.WriteStream): Spinner {
	if (!stream.columns) return {show: () => {}, clear: () => {}, stop: () => {}};
	const spinner = ora({stream, discardStdin: false, isEnabled: true});
	return {
		show: text => {
			spinner.text = text;
			if (!spinner.isSpinning) spinner.start();
		},
		clear: () => {
			if (spinner.isSpinning) spinner.clear();
		},
		stop: () => {
			spinner.stop();
		},
	};
}
