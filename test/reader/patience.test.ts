import test from 'ava';
import {longestWait, Patience} from '../../source/reader/read-sizes.js';

test.serial('fault 33: it is waited for half a minute once, and later a sixth of that', t => {
	const {now} = performance;
	let time = 0;
	performance.now = () => time;
	t.teardown(() => {
		performance.now = now;
	});
	const patience = new Patience({gone: false});
	const waited = (): number => {
		const began = time;
		while (!patience.isOver()) {
			time += 100;
		}
		return time - began;
	};
	t.is(waited(), longestWait + 100);
	t.true(patience.isOver());
	patience.giveUp();
	t.is(waited(), longestWait / 6 + 100);
	patience.renew();
	t.is(waited(), longestWait / 6 + 100);
});

test('what is gone is not waited for', t => {
	t.true(new Patience({gone: true}).isOver());
});
