import test from 'ava';
import {unrecognisedText} from '../../../../source/view/panels/unrecognised/unrecognised-panel.js';

test('the panel of unrecognised lines names an error log, and the log to read instead', t => {
	const textOf = (line: string) =>
		unrecognisedText([{file: 'a.log', offset: 0, line: Buffer.from(line)}], [], 1, 500).lines.map(line =>
			'text' in line ? line.text : '',
		);
	const [, advice, ...others] = textOf('2026/11/20 09:03:07 [error] 71#71: *3 open() "/srv/x" failed');
	t.regex(advice ?? '', /^nginx error log: reqscope shows requests; give the file of access_log /);
	t.deepEqual(others, []);
	t.is(textOf('anything').length, 1);
});
