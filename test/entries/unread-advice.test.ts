import test from 'ava';
import {unreadAdvice} from '../../source/entries/unread-advice.js';

test('unread lines of an error log, or of JSON over several lines, have advice', t => {
	const adviceFor = (...lines: ReadonlyArray<string | null>) =>
		unreadAdvice(
			lines.map(line => (line === null ? null : Buffer.from(line))),
			'FILE',
		);
	const nginx = '2026/11/20 09:03:07 [error] 71#71: *3 open() failed, client: 203.0.113.7';
	t.regex(adviceFor(nginx, null, nginx) ?? '', /^nginx error log: reqscope shows requests; give /);
	t.regex(adviceFor(`${nginx} ${'x'.repeat(9000)}`) ?? '', /^nginx error log/, 'a long line');
	t.regex(adviceFor('[', '{', '"status": 200', '}', ']') ?? '', /: jq -c '\.\[\]' FILE \| reqscope -$/);
	t.is(adviceFor('anything', null), undefined);
	t.is(adviceFor(), undefined);
});
