import {appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {type LogLine, liveLines, pastLines, readSample} from '../../source/demo/replay.js';
import {startedFile} from '../../source/user-files/first-start.js';
import {programCommand} from '../helpers/program.js';
import {openTerminal, type Terminal} from '../helpers/terminal.js';
import {waitFor} from '../helpers/wait-for.js';

/** Start of the pictures by the clock of the program. */
const opening = Date.UTC(2026, 10, 20, 17, 10);

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
	const sample = readSample();
	const lines = liveLines(sample, opening);
	let next: LogLine = lines.next().value;
	let now = opening;
	const textOf = (written: readonly LogLine[]): string => written.map(({line}) => `${line}\n`).join('');
	const due = (): string => {
		const written: LogLine[] = [];
		for (; next.time <= now; next = lines.next().value) {
			written.push(next);
		}
		return textOf(written);
	};
	const log = join(cwd, 'access.log');
	writeFileSync(log, textOf(pastLines(sample, opening)) + due());
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
