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
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {readJsonEntries} from '../helpers/json-entry.js';
import {numberedLines} from '../helpers/log-lines.js';
import {startProgram} from '../helpers/program.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const testOnLinux = process.platform === 'linux' ? test : test.skip;

/** The state of a process as `ps` shows it: `T` while it is stopped. */
function stateOf(pid: number | undefined): string | undefined {
	return /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1];
}

/** A program that follows a log, or its directory, and has printed the five existing lines. */
async function follow(t: ExecutionContext, target: 'log' | 'directory' = 'log') {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(5));
	const running = startProgram(t, ['--json', '--follow', target === 'log' ? path : cwd], {cwd});
	await running.lines(5);
	let count = 5;
	return {
		path,
		/** Returns the next ten lines for the log. */
		more(): string {
			count += 10;
			return numberedLines(10, count - 10).join('');
		},
		async stop() {
			running.process.kill('SIGSTOP');
			await waitFor(() => stateOf(running.process.pid) === 'T');
		},
		/** Waits until all lines are printed. */
		async resume() {
			running.process.kill('SIGCONT');
			await running.lines(count);
		},
		/** Ends the program. Returns the numbers of the printed lines, and all numbers. */
		async end() {
			running.process.kill('SIGTERM');
			const {status, stdout, stderr} = await running.ended;
			const printed = readJsonEntries(stdout).map(({url}) => Number(url?.slice(3)));
			return {status, stderr, printed, all: Array.from({length: count}, (_, n) => n)};
		},
	};
}

/** Compresses a file as gzip does, into a file with its times. */
function compressFile(path: string, compressed: string): void {
	const {atimeMs, mtimeMs} = statSync(path);
	writeFileSync(compressed, gzipSync(readFileSync(path)));
	utimesSync(compressed, atimeMs / 1000, mtimeMs / 1000);
	rmSync(path);
}

testOnLinux('fault 35: a log rotated three times while stopped is read, each line once', async t => {
	const {path, more, stop, resume, end} = await follow(t);
	for (let times = 0; times < 2; times++) {
		await stop();
		for (let rotation = 0; rotation < 3; rotation++) {
			appendFileSync(path, more());
			for (const number of [5, 4, 3, 2, 1].filter(number => number <= rotation + 3 * times)) {
				renameSync(`${path}.${number}`, `${path}.${number + 1}`);
			}
			renameSync(path, `${path}.1`);
			writeFileSync(path, more());
		}
		appendFileSync(path, more());
		await resume();
	}
	const {status, stderr, printed, all} = await end();
	t.is(status, 143);
	t.deepEqual(printed, all, 'in the order in which they were written');
	for (const line of stderr.trimEnd().split('\n')) {
		t.regex(line, /rotated several times within a moment; .* are read from /);
	}
});

testOnLinux('fault 35: a log rotated and compressed while stopped is read, each line once', async t => {
	const {path, more, stop, resume, end} = await follow(t, 'directory');
	await stop();
	for (let rotation = 1; rotation <= 3; rotation++) {
		appendFileSync(path, more());
		for (let number = rotation - 1; number > 0; number--) {
			renameSync(`${path}.${number}.gz`, `${path}.${number + 1}.gz`);
		}
		compressFile(path, `${path}.1.gz`);
		writeFileSync(path, more());
	}
	await resume();
	const {stderr, printed, all} = await end();
	t.deepEqual(
		printed.toSorted((a, b) => a - b),
		all,
	);
	t.deepEqual(
		stderr.match(/access\.log\.\d\.gz/g)?.toSorted(),
		['access.log.1.gz', 'access.log.2.gz'],
		stderr,
	);
});

for (const [done, isCopied, isCompressed] of [
	['renamed and compressed', false, true],
	['copied and truncated', true, false],
	['copied, truncated and compressed', true, true],
] as const) {
	testOnLinux(`fault 35: a log ${done} three times while stopped is read once, in order`, async t => {
		const {path, more, stop, resume, end} = await follow(t);
		await stop();
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
				compressFile(`${path}.1`, `${path}.1.gz`);
			}
			appendFileSync(path, more());
			// Files that were created within one tick of the file system's clock may be in any order.
			const since = Date.now();
			await waitFor(() => Date.now() > since + 20);
		}
		await resume();
		const {printed, all} = await end();
		t.deepEqual(printed, all);
	});
}
