import test from 'ava';
import stringWidth from 'string-width';
import {formatsText, titleText} from '../../../source/view/components/title-line.js';

const customers = Array.from({length: 30}, (_, n) => `/var/log/nginx/customers/customer-${n + 1}.access.log`);

for (const [watched, width, text] of [
	[['/var/log/nginx/access.log'], 70, '/var/log/nginx/access.log'],
	[['a.log', 'b.log', 'c.log'], 70, 'a.log, b.log, c.log'],
	[['a.log', 'b.log', 'c.log'], 19, 'a.log, b.log, c.log'],
	[['a.log', 'b.log', 'c.log'], 18, 'a.log and 2 more'],
	[['-'], 70, 'standard input'],
	[
		customers,
		120,
		'/var/log/nginx/customers/customer-1.access.log, /var/log/nginx/customers/customer-2.access.log and 28 more',
	],
	[customers, 70, '/var/log/nginx/customers/customer-1.access.log and 29 more'],
	[customers, 50, '…/customers/customer-1.access.log and 29 more'],
	[customers, 36, '…/customer-1.access.log and 29 more'],
	[customers, 30, '…omer-1.access.log and 29 more'],
	[['/srv/日本語/logs/access.log'], 24, '…/日本語/logs/access.log'],
	[['/srv/日本語/日本語日本語'], 12, '…本語日本語'],
	[['/tmp/a\nb.log'], 70, '/tmp/a\\nb.log'],
	[[], 70, ''],
] as const) {
	test(`lists ${watched.length} from ${watched[0]} in ${width} columns`, t => {
		t.is(titleText(watched, width), text);
	});
}

const hint = 'R adds 3 rotated files';
for (const [watched, width, text] of [
	[['/var/log/nginx/access.log'], 70, `/var/log/nginx/access.log  combined · ${hint}`],
	[['/var/log/nginx/access.log'], 59, `…/log/nginx/access.log  combined · ${hint}`],
	[['/var/log/nginx/access.log'], 47, `…/access.log  combined · ${hint}`],
	[['/var/log/nginx/access.log'], 46, '/var/log/nginx/access.log  combined'],
	[['/var/log/nginx/access.log'], 22, '…/access.log  combined'],
	[['/var/log/nginx/access.log'], 21, '…/nginx/access.log'],
	[['/var/log/nginx/access.log'], 8, '…ess.log'],
	[['a.log', 'b.log', 'c.log'], 54, `a.log, b.log, c.log  combined · ${hint}`],
	[['a.log', 'b.log', 'c.log'], 53, `a.log and 2 more  combined · ${hint}`],
	[customers, 70, `…/customer-1.access.log and 29 more  combined · ${hint}`],
	[['/logs/web1/a.log', '/logs/web2/a.log'], 58, `…/web1/a.log and 1 more  combined · ${hint}`],
	[['/logs/web1/a.log', '/logs/web2/a.log'], 56, '/logs/web1/a.log, /logs/web2/a.log  combined'],
	[['/logs/web1/access.log', '/logs/web2/access.log'], 22, '…/web1/acc… and 1 more'],
	[['web1/log/access.log', 'web2/log/access.log'], 22, 'web1/log/a… and 1 more'],
	[['web1/a.log', 'web2/a.log'], 56, `web1/a.log and 1 more  combined · ${hint}`],
	[['-'], 70, `standard input  combined · ${hint}`],
	[['/tmp/a\u001B]0;b.log'], 70, `/tmp/a\\x1b]0;b.log  combined · ${hint}`],
] as const) {
	test(`the names of ${watched.length} from ${watched[0]} in ${width} columns precede the facts`, t => {
		t.is(titleText(watched, width, ['combined', hint]), text);
	});
}

test('lists at most two formats', t => {
	const named = (formats: readonly string[], unrecognised = 0) => formatsText({formats, unrecognised});
	t.is(named([]), '');
	t.is(named([], 1), 'no known format');
	t.is(named(['combined'], 1), 'combined');
	t.is(named(['combined', 'json']), 'combined and json');
	t.is(named(['combined', 'json', 'w3c']), 'combined and 2 more');
	t.is(formatsText({unrecognised: 0}), '');
});

test('the title fits its width, and is fast for thousands of long names', t => {
	const many = Array.from({length: 5000}, (_, n) => `/${`x${n}`.repeat(2000)}`);
	for (const width of [1, 2, 10, 40, 200]) {
		for (const facts of [[], ['combined', hint]]) {
			const text = titleText(many, width, facts);
			t.true(stringWidth(text) <= Math.max(width, ' and 4999 more'.length + 1), text);
		}
	}
});
