'use strict';
// Compiles native/ to build/indp.node with a C compiler. `npm install` calls it. pkg-config finds
// the library, unless INDP_CFLAGS and INDP_LIBS give the flags. The headers of Node-API come from
// the package node-api-headers, or from the installed Node.js.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');

function headers() {
    const places = [path.join(path.dirname(process.execPath), '..', 'include', 'node'), '/usr/include/node'];
    try {
        places.unshift(require('node-api-headers').include_dir);
    } catch {
        // The package is missing if `npm install` was not run.
    }
    const found = places.find((place) => fs.existsSync(path.join(place, 'node_api.h')));
    if (!found) {
        throw new Error('indp: node_api.h is missing: install the package node-api-headers or libnode-dev');
    }
    return found;
}

function config(...wanted) {
    try {
        return execFileSync('pkg-config', [...wanted, 'indp'], { encoding: 'utf8' }).trim();
    } catch {
        throw new Error('indp: pkg-config does not find the library: run `make install`, or set PKG_CONFIG_PATH');
    }
}

// Splits flags at spaces, except at spaces after a backslash.
const split = (flags) => (flags.match(/(?:\\.|\S)+/g) || []).map((flag) => flag.replace(/\\(.)/g, '$1'));

function build() {
    const cflags = split(process.env.INDP_CFLAGS ?? config('--cflags'));
    const given = process.env.INDP_LIBS;
    const libs = split(given ?? config('--libs'));
    // With this path in the addon, the dynamic linker finds the library without LD_LIBRARY_PATH.
    const run = given === undefined ? [`-Wl,-rpath,${config('--variable=libdir')}`] : [];
    const sources = fs.readdirSync(path.join(root, 'native')).filter((name) => name.endsWith('.c'));
    fs.mkdirSync(path.join(root, 'build'), { recursive: true });
    execFileSync(process.env.CC || 'cc', [
        '-std=c11', '-O2', '-fPIC', '-shared', '-fvisibility=hidden', '-Wall', '-Wextra', '-Wno-missing-field-initializers',
        ...split(process.env.CFLAGS ?? ''), '-DNAPI_VERSION=8', '-isystem', headers(), ...cflags,
        ...sources.map((name) => path.join(root, 'native', name)), '-o', path.join(root, 'build', 'indp.node'), ...libs, ...run,
    ], { stdio: 'inherit' });
}

try {
    build();
} catch (error) {
    console.error(error.message);
    process.exit(1);
}
