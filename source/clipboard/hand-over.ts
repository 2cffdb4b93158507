import {spawn} from 'node:child_process';
import {withoutPassword} from '../clickhouse/credentials.js';
import type {ClipboardProgram} from './clipboard-programs.js';

/** How long a program may take, milliseconds: one that waits for a display that is gone never ends. */
const patience = 2000;

/** Hands a text to a program; whether it took it. Never rejects. */
export const handOver = (
	{argv: [command, ...args], encoding}: ClipboardProgram,
	text: string,
	deadline = patience,
): Promise<boolean> =>
	new Promise(resolve => {
		const child = spawn(command, args, {
			// Some go on in the background, and would hold what they were given.
			stdio: ['pipe', 'ignore', 'ignore'],
			// Without it, pbcopy takes the text for another one where no locale is set.
			env: {...withoutPassword(process.env), LC_CTYPE: process.env.LC_CTYPE ?? 'UTF-8'},
			windowsHide: true,
			timeout: deadline,
			killSignal: 'SIGKILL',
		});
		child.once('error', () => resolve(false));
		child.once('exit', code => resolve(code === 0));
		// It may end without reading all of it.
		child.stdin.on('error', () => {});
		child.stdin.end(Buffer.from(text, encoding));
	});
