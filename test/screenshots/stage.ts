import {appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {demoRate, pastSpan} from '../../source/demo/demo-log.js';
import {type LogLine, traffic} from '../../source/demo/traffic.js';
import {startedFile} from '../../source/user-files/first-start.js';
import {programCommand} from '../helpers/program.js';
import {openTerminal, type Terminal} from '../helpers/terminal.js';
import {waitFor} from '../helpers/wait-for.js';

/** Start of the pictures by the clock of the program, and the seed of the demo traffic. */
const opening = Date.UTC(2026, 10, 20, 17, 10);
const seed = 7;

/** Time without output after which the screen is stable, in ms. The pulse updates each second. */
const stillness = 1500;

/** The program in a terminal, with demo traffic and a reproducible clock. */
export type Stage = {
	readonly terminal: Terminal;
	/** Advances the clock by some seconds and writes the traffic of that time. */
	pass(seconds: number): Promise<void>;
	/** Resolves when the screen is stable. */
	still(): Promise<void>;
	close(): Promise<void>;
};

/** Opens a terminal of this size and starts the program in it with these arguments. */
export function openStage(columns: number, rows: number, args: readonly string[]): Stage {
	const cwd = mkdtempSync(join(tmpdir(), 'reqscope-screenshots-'));
	const lines = traffic({seed, start: opening - pastSpan, perSecond: demoRate(opening)});
	let next: LogLine = lines.next().value;
	let now = opening;
	const due = (): string => {
		let text = '';
		for (; next.time <= now; next = lines.next().value) {
			text += `${next.line}\n`;
		}
		return text;
	};
	const log = join(cwd, 'access.log');
	writeFileSync(log, due());
	// Pretend that this isn't the first start, which shows an additional line.
	const state = join(cwd, '.local', 'state', 'reqscope');
	mkdirSync(state, {recursive: true});
	writeFileSync(join(state, startedFile), '');
	const [node = '', ...program] = programCommand('access.log', ...args);
	const clock = fileURLToPath(new URL('set-clock.js', import.meta.url));
	const terminal = openTerminal([node, '--import', clock, ...program], {
		cwd,
		columns,
		rows,
		env: {HOME: cwd, LANG: 'C.UTF-8', TERM: 'xterm-256color', TZ: 'UTC', CLOCK: String(opening)},
	});
	const still = async (): Promise<void> => {
		let length = -1;
		let since = 0;
		await waitFor(() => {
			const written = terminal.recording().length;
			if (written !== length) {
				length = written;
				since = performance.now();
			}
			return performance.now() - since > stillness;
		});
	};
	return {
		terminal,
		still,
		async pass(seconds) {
			for (let second = 0; second < seconds; second++) {
				now += 1000;
				terminal.kill('SIGUSR2');
				appendFileSync(log, due());
				await still();
			}
		},
		async close() {
			await terminal.close();
			rmSync(cwd, {recursive: true, force: true});
		},
	};
}
