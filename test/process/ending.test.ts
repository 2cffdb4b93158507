import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {endingSignals, exitStatus, statusOfSignal} from '../../source/process/ending.js';

const script = fileURLToPath(new URL('../helpers/await-ending.js', import.meta.url));

/** Runs the script, sends it the signal if there is one, and returns its report about the end. */
async function endOf(argument: string, signal?: NodeJS.Signals): Promise<unknown> {
	const child = spawn(process.execPath, [script, argument], {stdio: ['ignore', 'pipe', 'inherit']});
	const lines: string[] = [];
	for await (const line of createInterface(child.stdout)) {
		lines.push(line);
		if (line === 'ready' && signal !== undefined) {
			child.kill(signal);
		}
	}
	return {...JSON.parse(lines.at(-1) ?? ''), status: child.exitCode ?? (await exited(child))};
}

async function exited(child: ReturnType<typeof spawn>): Promise<number | null> {
	return new Promise(resolve => {
		child.once('exit', resolve);
	});
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	test(`${signal} ends the program with its own error`, async t => {
		t.deepEqual(await endOf('wait', signal), {
			name: 'Signalled',
			message: `ended by ${signal}`,
			signal,
			again: true,
			status: 0,
		});
	});
}

for (const [argument, message] of [
	['throw', 'thrown'],
	['reject', 'rejected'],
] as const) {
	test(`an uncaught error ends the program: ${argument}`, async t => {
		t.deepEqual(await endOf(argument), {name: 'Error', message, signal: false, again: true, status: 0});
	});
}

test('exit statuses match the help', t => {
	t.deepEqual(exitStatus, {done: 0, failed: 1, wrongUsage: 2, interrupted: 130});
	t.deepEqual(endingSignals.map(statusOfSignal), [130, 143, 129]);
});
