import {expect, test} from 'vitest';
import {isLoopback} from '../../source/wire/address.ts';

test.each([
	'localhost',
	'LOCALHOST',
	'localhost.',
	'dialer.localhost',
	'127.0.0.1',
	'127.255.3.4',
	'::1',
	'[::1]',
	'0:0:0:0:0:0:0:1',
	'::1%lo0',
	'0000::0001',
	'::ffff:127.0.0.1',
	'[::ffff:7f00:1]',
	'0:0:0:0:0:ffff:127.9.9.9',
	new URL('http://0x7f.1/').hostname,
	new URL('http://[::ffff:127.0.0.1]/').hostname,
])('%s is this machine', host => {
	expect(isLoopback(host)).toBe(true);
});

test.each([
	'',
	'localhost.example.com',
	'notlocalhost',
	'localhost.evil',
	'127.0.0.1.example.com',
	'127.0.0.1.nip.io',
	'127.0.0',
	'127.0.0.256',
	'128.0.0.1',
	'10.127.0.1',
	'0.0.0.0',
	'::',
	'::2',
	'::11',
	'1::1',
	'0:1',
	'::1:1',
	'::7f00:1',
	'::ffff:8.8.8.8',
	'::ffff:807f:1',
	'::1:ffff:127.0.0.1',
	'fe80::1',
	'2001:db8::ffff:127.0.0.1',
])('%s is not', host => {
	expect(isLoopback(host)).toBe(false);
});
