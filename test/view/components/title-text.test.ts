import test from 'ava';
import stringWidth from 'string-width';
import {titleText} from '../../../source/view/components/title-text.js';

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
	test(`${watched.length} from ${watched[0]} in ${width} columns`, t => {
		t.is(titleText(watched, width), text);
	});
}

test('the title has its width, and takes no time over thousands of long names', t => {
	const many = Array.from({length: 5000}, (_, n) => `/${`x${n}`.repeat(2000)}`);
	for (const width of [1, 2, 10, 40, 200]) {
		const text = titleText(many, width);
		t.true(stringWidth(text) <= Math.max(width, ' and 4999 more'.length + 1), text);
	}
});
