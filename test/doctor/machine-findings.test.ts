import {readFileSync} from 'node:fs';
import test from 'ava';
import {memoryFinding, nodeFinding} from '../../source/doctor/machine-findings.js';

test('Node', t => {
	t.is(nodeFinding('20.18.3').state, 'warning');
	t.is(nodeFinding('18.20.0').state, 'warning');
	t.deepEqual(nodeFinding('20.19.0'), {state: 'ok', subject: 'Node.js', text: '20.19.0'});
	t.is(nodeFinding('24.1.0').text, '24.1.0');
});

test('accepts the oldest Node of package.json, and warns about older ones', t => {
	const {engines}: {engines: {node: string}} = JSON.parse(readFileSync('package.json', 'utf8'));
	const oldest = engines.node.replace('>=', '');
	const [major = 0, minor = 0] = oldest.split('.').map(Number);
	t.is(nodeFinding(`${major}.${minor}.0`).state, 'ok');
	t.is(nodeFinding(`${major}.${minor - 1}.9`).state, 'warning');
});

test('reports the memory, and the number of requests that fit', t => {
	t.deepEqual(memoryFinding(8 * 2 ** 30, 20_000_000), {
		state: 'ok',
		subject: 'memory',
		text: '8.0 GiB: the newest 20,000,000 requests fit',
	});
	t.is(memoryFinding(2 ** 27, 419_430).state, 'warning');
	t.is(memoryFinding(2 ** 27, 100).text, '0.1 GiB: the newest 100 requests fit');
});
