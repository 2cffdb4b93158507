import test from 'ava';
import {holdConsole} from '../../source/process/held-console.js';

test.serial('captures console output line by line', t => {
	const {log} = console;
	const release = holdConsole();
	console.log('one %d', 1);
	console.error('two\nlines');
	console.warn({a: 1});
	t.deepEqual(release(), ['one 1', 'two', 'lines', '{ a: 1 }']);
	t.is(console.log, log);
});

test.serial('captures warnings and restores earlier listeners afterwards', async t => {
	const heard: string[] = [];
	const listener = ({message}: Error): void => void heard.push(message);
	process.on('warning', listener);
	const release = holdConsole();
	process.emitWarning('first', 'Kind');
	await new Promise(resolve => setImmediate(resolve));
	t.deepEqual(release(), ['Kind: first']);
	process.emitWarning('second', 'Kind');
	await new Promise(resolve => setImmediate(resolve));
	process.off('warning', listener);
	t.deepEqual(heard, ['second']);
});

test.serial('captures a limited number of lines', t => {
	const release = holdConsole();
	for (let n = 0; n < 1000; n++) {
		console.log(`${n}\n${n}\n${n}`);
	}
	t.is(release().length, 100);
});
