import {
	appendFileSync,
	copyFileSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {readJsonEntries} from '../helpers/json-entry.js';
import {numberedLines} from '../helpers/log-lines.js';
import {startProgram} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const testOnLinux = process.platform === 'linux' ? test : test.skip;

/** The state of a process as `ps` shows it: `T` while it is stopped. */
function stateOf(pid: number | undefined): string | undefined {
	return /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1];
}

testOnLinux('fault 35: stopped, the log rotated three times, continued: every line once', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	let count = 5;
	const more = (): string => {
		const text = numberedLines(10, count).join('');
		count += 10;
		return text;
	};
	writeFileSync(path, numberedLines(5).join(''));
	const running = startProgram(t, ['--json', '--follow', path], {cwd});
	await running.lines(5);
	for (let stop = 0; stop < 2; stop++) {
		running.process.kill('SIGSTOP');
		await waitFor(() => stateOf(running.process.pid) === 'T');
		for (let rotation = 0; rotation < 3; rotation++) {
			appendFileSync(path, more());
			for (const number of [5, 4, 3, 2, 1].filter(number => number <= rotation + 3 * stop)) {
				renameSync(`${path}.${number}`, `${path}.${number + 1}`);
			}
			renameSync(path, `${path}.1`);
			writeFileSync(path, more());
		}
		appendFileSync(path, more());
		running.process.kill('SIGCONT');
		await running.lines(count);
	}
	running.process.kill('SIGTERM');
	const {status, stdout, stderr} = await running.ended;
	t.is(status, 143);
	t.deepEqual(
		readJsonEntries(stdout).map(({url}) => Number(url?.slice(3))),
		Array.from({length: count}, (_, n) => n),
		'in the order in which they were written',
	);
	for (const line of stderr.trimEnd().split('\n')) {
		t.regex(line, /rotated several times within a moment; .* are read from /);
	}
});

testOnLinux(
	'fault 35: stopped, the log rotated and compressed three times, continued: every line once',
	async t => {
		const cwd = temporaryDirectory(t);
		const path = join(cwd, 'access.log');
		let count = 5;
		const more = (): string => {
			const text = numberedLines(10, count).join('');
			count += 10;
			return text;
		};
		writeFileSync(path, numberedLines(5).join(''));
		const running = startProgram(t, ['--json', '--follow', cwd], {cwd});
		await running.lines(5);
		running.process.kill('SIGSTOP');
		await waitFor(() => stateOf(running.process.pid) === 'T');
		for (let rotation = 1; rotation <= 3; rotation++) {
			appendFileSync(path, more());
			for (let number = rotation - 1; number > 0; number--) {
				renameSync(`${path}.${number}.gz`, `${path}.${number + 1}.gz`);
			}
			const {atimeMs, mtimeMs} = statSync(path);
			writeFileSync(`${path}.1.gz`, gzipSync(readFileSync(path)));
			utimesSync(`${path}.1.gz`, atimeMs / 1000, mtimeMs / 1000);
			rmSync(path);
			writeFileSync(path, more());
		}
		running.process.kill('SIGCONT');
		await running.lines(count);
		running.process.kill('SIGTERM');
		const {stdout, stderr} = await running.ended;
		t.deepEqual(
			readJsonEntries(stdout)
				.map(({url}) => Number(url?.slice(3)))
				.toSorted((a, b) => a - b),
			Array.from({length: count}, (_, n) => n),
		);
		t.deepEqual(
			stderr.match(/access\.log\.\d\.gz/g)?.toSorted(),
			['access.log.1.gz', 'access.log.2.gz'],
			stderr,
		);
	},
);

for (const [done, isCopied, isCompressed] of [
	['renamed and compressed', false, true],
	['copied and truncated', true, false],
	['copied, truncated and compressed', true, true],
] as const) {
	testOnLinux(
		`fault 35: stopped, the log ${done} three times, continued: every line once, in order`,
		async t => {
			const cwd = temporaryDirectory(t);
			const path = join(cwd, 'access.log');
			let count = 5;
			const more = (): string => {
				const text = numberedLines(10, count).join('');
				count += 10;
				return text;
			};
			writeFileSync(path, numberedLines(5).join(''));
			const running = startProgram(t, ['--json', '--follow', path], {cwd});
			await running.lines(5);
			running.process.kill('SIGSTOP');
			await waitFor(() => stateOf(running.process.pid) === 'T');
			for (let rotation = 0; rotation < 3; rotation++) {
				appendFileSync(path, more());
				for (let number = rotation; number > 0; number--) {
					const ending = isCompressed ? '.gz' : '';
					renameSync(`${path}.${number}${ending}`, `${path}.${number + 1}${ending}`);
				}
				if (isCopied) {
					copyFileSync(path, `${path}.1`);
					truncateSync(path);
				} else {
					renameSync(path, `${path}.1`);
				}
				if (isCompressed) {
					const {atimeMs, mtimeMs} = statSync(`${path}.1`);
					writeFileSync(`${path}.1.gz`, gzipSync(readFileSync(`${path}.1`)));
					utimesSync(`${path}.1.gz`, atimeMs / 1000, mtimeMs / 1000);
					rmSync(`${path}.1`);
				}
				appendFileSync(path, more());
				// What was made in one tick of the file system's clock may be in any order.
				const since = Date.now();
				await waitFor(() => Date.now() > since + 20);
			}
			running.process.kill('SIGCONT');
			await running.lines(count);
			running.process.kill('SIGTERM');
			const {stdout} = await running.ended;
			t.deepEqual(
				readJsonEntries(stdout).map(({url}) => Number(url?.slice(3))),
				Array.from({length: count}, (_, n) => n),
			);
		},
	);
}
