import test from 'ava';
import {Box, type DOMElement} from 'ink';
import {DrawnLines, TextLine} from '../../../source/view/spans/lines.js';
import {frameLines} from '../../../source/view/terminal/frame-lines.js';
import {useTakeOver} from '../../../source/view/terminal/own-frames.js';
import {draw} from '../../helpers/draw.js';
import {waitFor} from '../../helpers/wait-for.js';

test('has the lines of all parts where Ink places them, also side by side and beyond the end', async t => {
	let root: DOMElement | undefined;
	const below = [{spans: [{text: 'below', style: {bold: true}}]}, {spans: [{text: 'cut'}]}];
	function Screen() {
		const box = useTakeOver(taken => {
			root = taken;
			return () => {};
		});
		return (
			<Box ref={box} flexDirection="column" width={20} height={5}>
				<TextLine text="title" width={20} />
				<Box height={2} flexShrink={0}>
					<Box width={10} flexShrink={0}>
						<DrawnLines lines={[{spans: [{text: 'left'}]}]} width={10} height={2} />
					</Box>
					<DrawnLines lines={below} width={10} />
				</Box>
				<Box flexGrow={1} flexBasis={0} overflow="hidden">
					<DrawnLines lines={below} width={20} />
				</Box>
				<TextLine text="footer" width={20} />
			</Box>
		);
	}
	const {frame} = draw(<Screen />, 20, 5, t);
	await waitFor(() => root !== undefined, frame);
	const bold = '\u001B[1mbelow\u001B[22m';
	t.deepEqual(root && frameLines(root), ['title', `left\u001B[11G${bold}`, '\u001B[11Gcut', bold, 'footer']);
	t.deepEqual(frame().split('\n'), ['title', `left      ${bold}`, '          cut', bold, 'footer']);
});
