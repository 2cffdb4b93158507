import {utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {injected} from '../helpers/injected.js';
import {numberedLines} from '../helpers/log-lines.js';
import {runProgram} from '../helpers/program.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';

/** More lines than a chunk, so that only a part of them can be read at once. */
const many = 20_000;

/** An environment that truncates the log as soon as its first large piece has been read. */
function truncating(t: ExecutionContext, path: string): Record<string, string> {
	return injected(
		t,
		`import {truncateSync} from 'node:fs';
import {open} from 'node:fs/promises';
const handle = await open('/dev/null');
const prototype = Object.getPrototypeOf(handle);
await handle.close();
const {read} = prototype;
let isDone = false;
prototype.read = async function (target, offset, length, position) {
	const result = await read.call(this, target, offset, length, position);
	if (!isDone && result.bytesRead >= ${1 << 16}) {
		isDone = true;
		truncateSync(${JSON.stringify(path)}, 1000);
	}
	return result;
};
`,
	);
}

for (const form of ['--count', '--json', '--csv', '--text']) {
	test.serial(`fault 7: ${form} fails once if a log is truncated while it is read`, async t => {
		const cwd = temporaryDirectory(t);
		const [path, other] = [join(cwd, 'access.log'), join(cwd, 'other.log')];
		writeFileSync(path, numberedLines(many).join(''));
		writeFileSync(other, numberedLines(3).join(''));
		// The program doesn't wait for lines that were just written: they are in memory.
		utimesSync(path, 1, 1);
		const {status, stdout, stderr} = await runProgram(t, [form, path, other], {
			cwd,
			env: truncating(t, path),
		});
		t.is(status, 1);
		t.regex(
			stderr,
			/^reqscope: .+access\.log: \d+ bytes of existing content can no longer be read, so their lines are missing\.\n$/,
		);
		t.not(stdout, '', 'what could be read is printed all the same');
	});
}

test.serial('exits with status 0 if no lines were lost', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(many));
	utimesSync(path, 1, 1);
	const {status, stdout, stderr} = await runProgram(t, ['--count', path], {cwd});
	t.deepEqual({status, stdout, stderr}, {status: 0, stdout: `${many} results found\n`, stderr: ''});
});
