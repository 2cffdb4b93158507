import test from 'ava';
import {maxWait, Patience} from '../../source/reader/read-sizes.js';

test.serial('fault 33: the first wait takes 30 s, later ones 5 s', t => {
	const {now} = performance;
	let time = 0;
	performance.now = () => time;
	t.teardown(() => {
		performance.now = now;
	});
	const patience = new Patience({isGone: false});
	const waited = (): number => {
		const began = time;
		while (!patience.isOver()) {
			time += 100;
		}
		return time - began;
	};
	t.is(waited(), maxWait + 100);
	t.true(patience.isOver());
	patience.giveUp();
	t.is(waited(), maxWait / 6 + 100);
	patience.renew();
	t.is(waited(), maxWait / 6 + 100);
});

test('does not wait for a deleted file', t => {
	t.true(new Patience({isGone: true}).isOver());
});
