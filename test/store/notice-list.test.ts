import test from 'ava';
import {NoticeList} from '../../source/store/notice-list.js';

test('counts a repeated notice about a path and makes it the newest', t => {
	const list = new NoticeList();
	list.add({time: 1, path: 'a', text: 'gone'});
	list.add({time: 2, path: 'b', text: 'gone'});
	list.add({time: 3, path: 'a', text: 'gone'});
	list.add({time: 4, path: 'a', text: 'gone'});
	t.deepEqual(list.all, [
		{time: 2, path: 'b', text: 'gone', times: 1, since: 2},
		{time: 4, path: 'a', text: 'gone', times: 3, since: 1},
	]);
});

test('a different notice about the path resets the count', t => {
	const list = new NoticeList();
	for (const [time, text] of ['gone', 'back', 'gone'].entries()) {
		list.add({time, path: 'a', text});
	}
	t.deepEqual(
		list.all.map(({text, times}) => `${text} ${times}`),
		['gone 1', 'back 1', 'gone 1'],
	);
});

test("a returned list doesn't change", t => {
	const list = new NoticeList();
	list.add({time: 1, path: 'a', text: 'gone'});
	const before = list.all;
	list.add({time: 2, path: 'a', text: 'gone'});
	t.is(before[0]?.times, 1);
});

test("two alternating faults don't flood the list", t => {
	const list = new NoticeList();
	for (let time = 0; time < 10_000; time++) {
		list.add({time, path: `${time % 2}.log`, text: 'permission denied'});
	}
	t.is(list.all.length, 2);
	t.is(list.all[0]?.times, 5000);
	t.is(list.leftOut, 0);
});

test('keeps the newest few hundred notices and counts the rest', t => {
	const list = new NoticeList();
	for (let time = 0; time < 1000; time++) {
		list.add({time, path: 'a', text: `${time}`});
	}
	t.is(list.all.length, 300);
	t.is(list.all[0]?.text, '700');
	t.is(list.leftOut, 700);
});
