import test from 'ava';
import type {Invocation} from '../../source/alerts/alert-command.js';
import type {Facts} from '../../source/alerts/alert-facts.js';
import {alertRunner} from '../../source/alerts/alert-runner.js';
import {settle} from '../helpers/settle.js';

function factsOf(message: string): Facts {
	return new Map([['message', message]]);
}

/** A runner of programs that end on request. */
function scene(missing: string | null = null) {
	const started: Invocation[] = [];
	const failures: string[] = [];
	const killed: number[] = [];
	let end = (_problem: string | null): void => {};
	const runner = alertRunner({
		env: {PATH: '/bin'},
		problemOf: () => missing,
		failed: text => failures.push(text),
		start(one) {
			const number = started.push(one);
			return {
				ended: new Promise(resolve => {
					end = resolve;
				}),
				kill: () => killed.push(number),
			};
		},
	});
	return {
		runner,
		failures,
		killed,
		messages: () => started.map(({args}) => args[0]),
		async end(problem: string | null = null) {
			end(problem);
			await settle();
		},
	};
}

/** Any two rules. */
const [a, b] = [{}, {}];

const command = {program: 'notify', args: ['{message}']};

test('runs one program at a time, then the newest queued alert of each rule', async t => {
	const {runner, messages, end} = scene();
	runner.run(a, command, factsOf('a1'));
	runner.run(a, command, factsOf('a2'));
	runner.run(b, command, factsOf('b1'));
	runner.run(a, command, factsOf('a3'));
	t.deepEqual(messages(), ['a1']);
	await end();
	t.deepEqual(messages(), ['a1', 'a3']);
	await end();
	t.deepEqual(messages(), ['a1', 'a3', 'b1']);
	await end();
	runner.run(b, command, factsOf('b2'));
	t.deepEqual(messages(), ['a1', 'a3', 'b1', 'b2']);
});

test('reports a failure once, until a success or a different failure', async t => {
	const {runner, failures, end} = scene();
	for (const problem of [
		'failed with status 1',
		'failed with status 1',
		'failed with status 2',
		null,
		'failed with status 2',
	]) {
		runner.run(a, command, factsOf('x'));
		await end(problem);
	}
	t.deepEqual(failures, [
		'notify failed with status 1',
		'notify failed with status 2',
		'notify failed with status 2',
	]);
});

test('reports a missing program before it is needed, and only once', async t => {
	const {runner, failures, end} = scene("can't be started");
	runner.check(command);
	runner.run(a, command, factsOf('x'));
	await end("can't be started");
	t.deepEqual(failures, ["notify can't be started"]);
});

test('close ends the running program and starts no other', async t => {
	const {runner, failures, killed, messages, end} = scene();
	runner.run(a, command, factsOf('a1'));
	runner.run(b, command, factsOf('b1'));
	runner.close();
	t.deepEqual(killed, [1]);
	await end('was killed by SIGKILL');
	runner.run(a, command, factsOf('a2'));
	t.deepEqual(messages(), ['a1']);
	t.deepEqual(failures, []);
});

test('finish resolves after the last queued program has run', async t => {
	const {runner, messages, end} = scene();
	await runner.finish();
	runner.run(a, command, factsOf('a1'));
	runner.run(b, command, factsOf('b1'));
	let isFinished = false;
	const finished = runner.finish().then(() => {
		isFinished = true;
	});
	await end();
	t.deepEqual([messages(), isFinished], [['a1', 'b1'], false]);
	await end();
	await finished;
	t.true(isFinished);
});
