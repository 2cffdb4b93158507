import test from 'ava';
import {Extent, FingerprintIndex} from '../../../source/tail/rotation/fingerprint-index.js';

test('fault 47: the beginnings of the last 1000 logs are remembered', t => {
	const fingerprintIndex = new FingerprintIndex();
	const heads = Array.from({length: 1200}, (_, n) => Buffer.from(`log ${n}\n`));
	for (const [n, head] of heads.entries()) {
		fingerprintIndex.remember({
			path: `${n}.log`,
			identity: `1:${n}`,
			beginning: {head},
			isArchive: false,
			extent: new Extent(),
		});
	}

	const known = heads.map(head => fingerprintIndex.findAll(head, undefined)[0]?.path);
	t.is(
		known.findIndex(path => path !== undefined),
		200,
	);
	t.is(known.at(-1), '1199.log');
});
