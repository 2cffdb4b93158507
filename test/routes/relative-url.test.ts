import test from 'ava';
import {relativeUrl} from '../../source/routes/relative-url.js';

const cases: ReadonlyArray<readonly [target: string, shown: string]> = [
	['/en/', '/en/'],
	['http://shop.example/en/', '/en/'],
	['HTTPS://shop.example:8443/en/?p=2', '/en/?p=2'],
	['http://shop.example', '/'],
	['http://shop.example?x=1', '/?x=1'],
	['http://shop.example#top', '/#top'],
	['http://shop.example/?u=http://other.example/', '/?u=http://other.example/'],
	['/go?to=http://other.example/', '/go?to=http://other.example/'],
	['go?to=http://other.example/', 'go?to=http://other.example/'],
	['//shop.example/en/', '//shop.example/en/'],
	['shop.example:443', 'shop.example:443'],
	['*', '*'],
	['://x', '://x'],
	['1http://x/y', '1http://x/y'],
	['', ''],
];

for (const [target, shown] of cases) {
	test(`${target} is shown as ${shown}`, t => {
		t.is(relativeUrl(target), shown);
	});
}
