import test from 'ava';
import {Box} from 'ink';
import {useState} from 'react';
import {DrawnLines, drawn, TextLine} from '../../../source/view/spans/lines.js';
import {draw} from '../../helpers/draw.js';
import {settle} from '../../helpers/settle.js';

test('a part fills its height; without a height, it has as many lines as it draws', t => {
	const lines = [{spans: [{text: 'first'}]}, {spans: [{text: 'second'}]}];
	const {frame} = draw(
		<Box flexDirection="column">
			<DrawnLines lines={lines} width={20} height={3} />
			<DrawnLines lines={[]} width={20} />
			<DrawnLines lines={lines} width={20} />
		</Box>,
		20,
		8,
		t,
	);
	t.deepEqual(frame().split('\n'), ['first', 'second', '', 'first', 'second']);
});

test('parts can be side by side', t => {
	const {frame} = draw(
		<Box>
			<Box width={6} flexShrink={0}>
				<TextLine text="left" width={6} />
			</Box>
			<TextLine text="right" width={6} />
		</Box>,
		20,
		2,
		t,
	);
	t.is(frame(), 'left  right');
});

test('a part draws if its state has changed, and the screen changes only if its lines have', async t => {
	let drawings = 0;
	const Parity = drawn<{readonly n: number}>(({n}) => {
		drawings++;
		return [{spans: [{text: n % 2 === 0 ? 'even' : 'odd'}]}];
	});
	let set = (_n: number): void => {};
	function Screen() {
		const [n, setN] = useState(0);
		set = setN;
		return <Parity n={n} width={20} />;
	}
	const drawing = draw(<Screen />, 20, 2, t);
	await drawing.has('even');
	const {frames} = drawing;
	t.is(drawings, 1);
	set(0);
	await settle();
	t.is(drawings, 1);
	set(2);
	await settle();
	t.is(drawings, 2);
	t.is(drawing.frames, frames);
	set(3);
	await drawing.has('odd');
	t.is(drawings, 3);
});
