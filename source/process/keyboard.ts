import {openSync} from 'node:fs';
import {ReadStream} from 'node:tty';
import {Failure} from '../failure.js';

/**
 * What keys are read from: standard input, or the terminal itself where that is taken by a log.
 * @throws Failure when there is no terminal
 */
export const openKeyboard = (): NodeJS.ReadStream => {
	if (process.stdin.isTTY) {
		return process.stdin;
	}
	try {
		return new ReadStream(openSync('/dev/tty', 'r+'));
	} catch (error) {
		throw new Failure(
			'no keyboard: /dev/tty can’t be opened; to print instead, give --text, --json or --count',
			{
				cause: error,
			},
		);
	}
};
