import test from 'ava';
import {sparkline} from '../../../source/view/charts/sparkline.js';
import {colorTheme} from '../../helpers/themes.js';

test('in a sparkline, the greatest number has the highest bar, and no positive number is a space', t => {
	const [span, ...others] = sparkline([0, 1, 4, 5, 1000], [], colorTheme);
	t.deepEqual(span, {text: ' ▁▁▁▇', style: colorTheme.fill[2]});
	t.deepEqual(others, []);
	t.is(sparkline([0, 1, 2, 3, 4, 5, 6, 7], [], colorTheme)[0]?.text, ' ▁▂▃▄▅▆▇');
	t.is(sparkline([0, 0], [], colorTheme)[0]?.text, '  ');
});

test('a column of a sparkline is red and at least two eighths high from 1 % of 5xx on', t => {
	const {fill} = colorTheme;
	t.deepEqual(sparkline([1000, 1000, 1, 500, 0], [0, 9, 1, 5, 0], colorTheme), [
		{text: '▇▇', style: fill[2]},
		{text: '▂▄', style: fill[5]},
		{text: ' ', style: fill[2]},
	]);
});
