;; Inflates raw deflate (RFC 1951).
;; in, inEnd: the compressed bytes, with 16 to spare behind them; window: the first byte that matches may reach back to, in front of the
;; output; out, outEnd: room for the output, with 8 bytes to spare; tables: 132,096 bytes to work with.
;; Returns where the output ends; 0 for bytes that are no deflate stream, which is all that zlib refuses, 1 where there is no room.
(func (export "inflate")
  (param $in i32) (param $inEnd i32) (param $window i32) (param $out i32) (param $outEnd i32) (param $tables i32)
  (result i32)
  (local $hold i64) (local $bits i32) (local $isLast i32) (local $kind i32) (local $entry i32) (local $symbol i32)
  (local $extra i32) (local $length i32) (local $from i32) (local $copyEnd i32)
  (local $literals i32) (local $distances i32) (local $literalMask i32) (local $distanceMask i32)
  (local $literalCount i32) (local $distanceCount i32) (local $at i32) (local $lengths i32)
  ;; Behind the lengths of codes and what "codeTable" works with.
  (local.set $literals (i32.add (local.get $tables) (i32.const 1024)))
  (local.set $distances (i32.add (local.get $tables) (i32.const 66560)))
  (block $malformed
    (loop $blocks
      ;; 56 bits at least, of which what lies behind the input counts as zeros or whatever is there: it is an error to use it.
      (br_if $malformed (i32.gt_u (local.get $in) (i32.add (local.get $inEnd) (i32.const 8))))
      (local.set $hold (i64.or (local.get $hold) (i64.shl (i64.load (local.get $in)) (i64.extend_i32_u (local.get $bits)))))
      (local.set $in (i32.add (local.get $in) (i32.shr_u (i32.sub (i32.const 63) (local.get $bits)) (i32.const 3))))
      (local.set $bits (i32.or (local.get $bits) (i32.const 56)))
      (local.set $isLast (i32.and (i32.wrap_i64 (local.get $hold)) (i32.const 1)))
      (local.set $kind (i32.and (i32.shr_u (i32.wrap_i64 (local.get $hold)) (i32.const 1)) (i32.const 3)))
      (local.set $hold (i64.shr_u (local.get $hold) (i64.const 3)))
      (local.set $bits (i32.sub (local.get $bits) (i32.const 3)))
      (br_if $malformed (i32.eq (local.get $kind) (i32.const 3)))
      (if (i32.eqz (local.get $kind))
        (then
          ;; Bytes as they are, from the next whole byte on.
          (local.set $in (i32.sub (local.get $in) (i32.shr_u (local.get $bits) (i32.const 3))))
          (local.set $hold (i64.const 0))
          (local.set $bits (i32.const 0))
          (br_if $malformed (i32.gt_u (i32.add (local.get $in) (i32.const 4)) (local.get $inEnd)))
          (local.set $length (i32.load16_u (local.get $in)))
          (br_if $malformed
            (i32.ne (i32.xor (local.get $length) (i32.const 0xffff)) (i32.load16_u offset=2 (local.get $in))))
          (local.set $in (i32.add (local.get $in) (i32.const 4)))
          (br_if $malformed (i32.gt_u (i32.add (local.get $in) (local.get $length)) (local.get $inEnd)))
          (if (i32.gt_u (i32.add (local.get $out) (local.get $length)) (local.get $outEnd)) (then (return (i32.const 1))))
          (memory.copy (local.get $out) (local.get $in) (local.get $length))
          (local.set $in (i32.add (local.get $in) (local.get $length)))
          (local.set $out (i32.add (local.get $out) (local.get $length))))
        (else
          (if (i32.eq (local.get $kind) (i32.const 1))
            (then
              (local.set $literalCount (i32.const 288))
              (local.set $distanceCount (i32.const 32))
              (memory.fill (local.get $tables) (i32.const 8) (i32.const 288))
              (memory.fill (i32.add (local.get $tables) (i32.const 144)) (i32.const 9) (i32.const 112))
              (memory.fill (i32.add (local.get $tables) (i32.const 256)) (i32.const 7) (i32.const 24))
              (memory.fill (i32.add (local.get $tables) (i32.const 288)) (i32.const 5) (i32.const 32)))
            (else
              (local.set $literalCount
                (i32.add (i32.and (i32.wrap_i64 (local.get $hold)) (i32.const 31)) (i32.const 257)))
              (local.set $distanceCount
                (i32.add (i32.and (i32.shr_u (i32.wrap_i64 (local.get $hold)) (i32.const 5)) (i32.const 31)) (i32.const 1)))
              (local.set $length
                (i32.add (i32.and (i32.shr_u (i32.wrap_i64 (local.get $hold)) (i32.const 10)) (i32.const 15)) (i32.const 4)))
              (local.set $hold (i64.shr_u (local.get $hold) (i64.const 14)))
              (local.set $bits (i32.sub (local.get $bits) (i32.const 14)))
              (br_if $malformed (i32.gt_u (local.get $literalCount) (i32.const 286)))
              (br_if $malformed (i32.gt_u (local.get $distanceCount) (i32.const 30)))
              ;; The lengths of the codes that lengths are written in, in an order of their own: 5 bits each of two numbers.
              (memory.fill (local.get $tables) (i32.const 0) (i32.const 19))
              (local.set $at (i32.const 0))
              (loop $order
                (br_if $malformed (i32.gt_u (local.get $in) (i32.add (local.get $inEnd) (i32.const 8))))
                (local.set $hold (i64.or (local.get $hold) (i64.shl (i64.load (local.get $in)) (i64.extend_i32_u (local.get $bits)))))
                (local.set $in (i32.add (local.get $in) (i32.shr_u (i32.sub (i32.const 63) (local.get $bits)) (i32.const 3))))
                (local.set $bits (i32.or (local.get $bits) (i32.const 56)))
                (i32.store8
                  (i32.add (local.get $tables)
                    (i32.and (i32.const 31)
                      (i32.wrap_i64
                        (i64.shr_u
                          (select (i64.const 156687220093241904) (i64.const 16154440812) (i32.lt_u (local.get $at) (i32.const 12)))
                          (i64.extend_i32_u
                            (i32.mul (i32.const 5)
                              (i32.sub (local.get $at)
                                (select (i32.const 0) (i32.const 12) (i32.lt_u (local.get $at) (i32.const 12))))))))))
                  (i32.and (i32.wrap_i64 (local.get $hold)) (i32.const 7)))
                (local.set $hold (i64.shr_u (local.get $hold) (i64.const 3)))
                (local.set $bits (i32.sub (local.get $bits) (i32.const 3)))
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (br_if $order (i32.lt_u (local.get $at) (local.get $length))))
              (local.set $entry
                (call $codeTable
                  (local.get $tables) (i32.const 19) (i32.add (local.get $tables) (i32.const 512)) (local.get $literals) (i32.const 0)))
              (br_if $malformed (i32.lt_s (local.get $entry) (i32.const 0)))
              (local.set $literalMask (i32.sub (i32.shl (i32.const 1) (local.get $entry)) (i32.const 1)))
              (local.set $at (local.get $tables))
              (local.set $lengths
                (i32.add (local.get $at) (i32.add (local.get $literalCount) (local.get $distanceCount))))
              (loop $codeLengths
                (br_if $malformed (i32.gt_u (local.get $in) (i32.add (local.get $inEnd) (i32.const 8))))
                (local.set $hold (i64.or (local.get $hold) (i64.shl (i64.load (local.get $in)) (i64.extend_i32_u (local.get $bits)))))
                (local.set $in (i32.add (local.get $in) (i32.shr_u (i32.sub (i32.const 63) (local.get $bits)) (i32.const 3))))
                (local.set $bits (i32.or (local.get $bits) (i32.const 56)))
                (local.set $entry
                  (i32.load16_u
                    (i32.add (local.get $literals)
                      (i32.shl (i32.and (i32.wrap_i64 (local.get $hold)) (local.get $literalMask)) (i32.const 1)))))
                (br_if $malformed (i32.eqz (local.get $entry)))
                (local.set $hold (i64.shr_u (local.get $hold) (i64.extend_i32_u (i32.and (local.get $entry) (i32.const 15)))))
                (local.set $bits (i32.sub (local.get $bits) (i32.and (local.get $entry) (i32.const 15))))
                (local.set $symbol (i32.shr_u (local.get $entry) (i32.const 4)))
                (if (i32.lt_u (local.get $symbol) (i32.const 16))
                  (then
                    (i32.store8 (local.get $at) (local.get $symbol))
                    (local.set $at (i32.add (local.get $at) (i32.const 1))))
                  (else
                    ;; 16: the length before again, 3 to 6 times; 17 and 18: none, 3 to 10 and 11 to 138 times.
                    (local.set $kind (i32.const 0))
                    (if (i32.eq (local.get $symbol) (i32.const 16))
                      (then
                        (br_if $malformed (i32.eq (local.get $at) (local.get $tables)))
                        (local.set $kind (i32.load8_u (i32.sub (local.get $at) (i32.const 1))))))
                    (local.set $extra
                      (i32.and (i32.shr_u (i32.const 0x732) (i32.shl (i32.sub (local.get $symbol) (i32.const 16)) (i32.const 2))) (i32.const 15)))
                    (local.set $length
                      (i32.add
                        (i32.and (i32.wrap_i64 (local.get $hold)) (i32.sub (i32.shl (i32.const 1) (local.get $extra)) (i32.const 1)))
                        (select (i32.const 11) (i32.const 3) (i32.eq (local.get $symbol) (i32.const 18)))))
                    (local.set $hold (i64.shr_u (local.get $hold) (i64.extend_i32_u (local.get $extra))))
                    (local.set $bits (i32.sub (local.get $bits) (local.get $extra)))
                    (br_if $malformed (i32.gt_u (i32.add (local.get $at) (local.get $length)) (local.get $lengths)))
                    (memory.fill (local.get $at) (local.get $kind) (local.get $length))
                    (local.set $at (i32.add (local.get $at) (local.get $length)))))
                (br_if $codeLengths (i32.lt_u (local.get $at) (local.get $lengths))))
              ;; Every block has an end.
              (br_if $malformed (i32.eqz (i32.load8_u offset=256 (local.get $tables))))))
          (local.set $entry
            (call $codeTable
              (local.get $tables) (local.get $literalCount) (i32.add (local.get $tables) (i32.const 512)) (local.get $literals) (i32.const 1)))
          (br_if $malformed (i32.lt_s (local.get $entry) (i32.const 0)))
          (local.set $literalMask (i32.sub (i32.shl (i32.const 1) (local.get $entry)) (i32.const 1)))
          (local.set $entry
            (call $codeTable
              (i32.add (local.get $tables) (local.get $literalCount)) (local.get $distanceCount)
              (i32.add (local.get $tables) (i32.const 512)) (local.get $distances) (i32.const 1)))
          (br_if $malformed (i32.lt_s (local.get $entry) (i32.const 0)))
          (local.set $distanceMask (i32.sub (i32.shl (i32.const 1) (local.get $entry)) (i32.const 1)))
          (block $blockEnd
            (loop $symbols
              (br_if $malformed (i32.gt_u (local.get $in) (i32.add (local.get $inEnd) (i32.const 8))))
              (local.set $hold (i64.or (local.get $hold) (i64.shl (i64.load (local.get $in)) (i64.extend_i32_u (local.get $bits)))))
              (local.set $in (i32.add (local.get $in) (i32.shr_u (i32.sub (i32.const 63) (local.get $bits)) (i32.const 3))))
              (local.set $bits (i32.or (local.get $bits) (i32.const 56)))
              (local.set $entry
                (i32.load16_u
                  (i32.add (local.get $literals)
                    (i32.shl (i32.and (i32.wrap_i64 (local.get $hold)) (local.get $literalMask)) (i32.const 1)))))
              (br_if $malformed (i32.eqz (local.get $entry)))
              (local.set $hold (i64.shr_u (local.get $hold) (i64.extend_i32_u (i32.and (local.get $entry) (i32.const 15)))))
              (local.set $bits (i32.sub (local.get $bits) (i32.and (local.get $entry) (i32.const 15))))
              (local.set $symbol (i32.shr_u (local.get $entry) (i32.const 4)))
              (if (i32.lt_u (local.get $symbol) (i32.const 256))
                (then
                  (if (i32.ge_u (local.get $out) (local.get $outEnd)) (then (return (i32.const 1))))
                  (i32.store8 (local.get $out) (local.get $symbol))
                  (local.set $out (i32.add (local.get $out) (i32.const 1)))
                  (br $symbols)))
              (br_if $blockEnd (i32.eq (local.get $symbol) (i32.const 256)))
              ;; A match: its length, 3 to 258, in steps that double every four codes.
              (local.set $symbol (i32.sub (local.get $symbol) (i32.const 257)))
              (br_if $malformed (i32.gt_u (local.get $symbol) (i32.const 28)))
              (local.set $length (i32.add (local.get $symbol) (i32.const 3)))
              (if (i32.ge_u (local.get $symbol) (i32.const 8))
                (then
                  (local.set $extra (i32.sub (i32.shr_u (local.get $symbol) (i32.const 2)) (i32.const 1)))
                  (local.set $length
                    (i32.add (i32.const 3)
                      (i32.add
                        (i32.shl (i32.or (i32.const 4) (i32.and (local.get $symbol) (i32.const 3))) (local.get $extra))
                        (i32.and (i32.wrap_i64 (local.get $hold)) (i32.sub (i32.shl (i32.const 1) (local.get $extra)) (i32.const 1))))))
                  (if (i32.eq (local.get $symbol) (i32.const 28))
                    (then
                      (local.set $extra (i32.const 0))
                      (local.set $length (i32.const 258))))
                  (local.set $hold (i64.shr_u (local.get $hold) (i64.extend_i32_u (local.get $extra))))
                  (local.set $bits (i32.sub (local.get $bits) (local.get $extra)))))
              ;; And how far back it lies, in steps that double every two codes.
              (local.set $entry
                (i32.load16_u
                  (i32.add (local.get $distances)
                    (i32.shl (i32.and (i32.wrap_i64 (local.get $hold)) (local.get $distanceMask)) (i32.const 1)))))
              (br_if $malformed (i32.eqz (local.get $entry)))
              (local.set $hold (i64.shr_u (local.get $hold) (i64.extend_i32_u (i32.and (local.get $entry) (i32.const 15)))))
              (local.set $bits (i32.sub (local.get $bits) (i32.and (local.get $entry) (i32.const 15))))
              (local.set $symbol (i32.shr_u (local.get $entry) (i32.const 4)))
              (br_if $malformed (i32.gt_u (local.get $symbol) (i32.const 29)))
              (local.set $from (i32.add (local.get $symbol) (i32.const 1)))
              (if (i32.ge_u (local.get $symbol) (i32.const 4))
                (then
                  (local.set $extra (i32.sub (i32.shr_u (local.get $symbol) (i32.const 1)) (i32.const 1)))
                  (local.set $from
                    (i32.add (i32.const 1)
                      (i32.add
                        (i32.shl (i32.or (i32.const 2) (i32.and (local.get $symbol) (i32.const 1))) (local.get $extra))
                        (i32.and (i32.wrap_i64 (local.get $hold)) (i32.sub (i32.shl (i32.const 1) (local.get $extra)) (i32.const 1))))))
                  (local.set $hold (i64.shr_u (local.get $hold) (i64.extend_i32_u (local.get $extra))))
                  (local.set $bits (i32.sub (local.get $bits) (local.get $extra)))))
              (br_if $malformed (i32.gt_u (local.get $from) (i32.sub (local.get $out) (local.get $window))))
              (local.set $copyEnd (i32.add (local.get $out) (local.get $length)))
              (if (i32.gt_u (local.get $copyEnd) (local.get $outEnd)) (then (return (i32.const 1))))
              (local.set $kind (local.get $from))
              (local.set $from (i32.sub (local.get $out) (local.get $from)))
              (if (i32.ge_u (local.get $kind) (i32.const 8))
                (then
                  (loop $eight
                    (i64.store (local.get $out) (i64.load (local.get $from)))
                    (local.set $out (i32.add (local.get $out) (i32.const 8)))
                    (local.set $from (i32.add (local.get $from) (i32.const 8)))
                    (br_if $eight (i32.lt_u (local.get $out) (local.get $copyEnd)))))
                (else
                  ;; It repeats what it has just written.
                  (loop $one
                    (i32.store8 (local.get $out) (i32.load8_u (local.get $from)))
                    (local.set $out (i32.add (local.get $out) (i32.const 1)))
                    (local.set $from (i32.add (local.get $from) (i32.const 1)))
                    (br_if $one (i32.lt_u (local.get $out) (local.get $copyEnd))))))
              (local.set $out (local.get $copyEnd))
              (br $symbols)))))
      (br_if $blocks (i32.eqz (local.get $isLast))))
    ;; All that was used must have been there.
    (br_if $malformed
      (i32.gt_u (i32.sub (local.get $in) (i32.shr_u (local.get $bits) (i32.const 3))) (local.get $inEnd)))
    (return (local.get $out)))
  (i32.const 0))

;; What a code of some bits says, of canonical codes: for all numbers of as many bits as the longest has, symbol << 4 | length in u16,
;; 0 for none. lengths: a byte a symbol, 0 for none; counts: 128 bytes to work with; table: 65,536; mayBeLone: whether one code of
;; one bit may be all there are.
;; Returns how many bits the longest has, -1 where more codes are asked for than there are, or fewer; 0 for no code at all.
(func $codeTable (param $lengths i32) (param $count i32) (param $counts i32) (param $table i32) (param $mayBeLone i32)
  (result i32)
  (local $at i32) (local $length i32) (local $longest i32) (local $code i32) (local $left i32) (local $slot i32)
  (local $reversed i32) (local $bit i32) (local $size i32)
  (memory.fill (local.get $counts) (i32.const 0) (i32.const 128))
  (loop $counting
    (local.set $length (i32.load8_u (i32.add (local.get $lengths) (local.get $at))))
    (local.set $slot (i32.add (local.get $counts) (i32.shl (local.get $length) (i32.const 2))))
    (i32.store (local.get $slot) (i32.add (i32.load (local.get $slot)) (i32.const 1)))
    (if (i32.gt_u (local.get $length) (local.get $longest)) (then (local.set $longest (local.get $length))))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (br_if $counting (i32.lt_u (local.get $at) (local.get $count))))
  ;; The first code of each length, 64 bytes behind the counts.
  (i32.store (local.get $counts) (i32.const 0))
  (local.set $left (i32.const 1))
  (local.set $length (i32.const 1))
  (loop $firsts
    (local.set $slot (i32.add (local.get $counts) (i32.shl (local.get $length) (i32.const 2))))
    (local.set $code
      (i32.shl (i32.add (local.get $code) (i32.load (i32.sub (local.get $slot) (i32.const 4)))) (i32.const 1)))
    (i32.store offset=64 (local.get $slot) (local.get $code))
    (local.set $left (i32.sub (i32.shl (local.get $left) (i32.const 1)) (i32.load (local.get $slot))))
    (if (i32.lt_s (local.get $left) (i32.const 0)) (then (return (i32.const -1))))
    (local.set $length (i32.add (local.get $length) (i32.const 1)))
    (br_if $firsts (i32.le_u (local.get $length) (i32.const 15))))
  (local.set $size (i32.shl (i32.const 1) (local.get $longest)))
  (if (local.get $left)
    (then
      (if
        (i32.and
          (i32.ne (local.get $longest) (i32.const 0))
          (i32.or (i32.ne (local.get $longest) (i32.const 1)) (i32.eqz (local.get $mayBeLone))))
        (then (return (i32.const -1))))
      (memory.fill (local.get $table) (i32.const 0) (i32.shl (local.get $size) (i32.const 1)))))
  (local.set $at (i32.const 0))
  (loop $symbols
    (local.set $length (i32.load8_u (i32.add (local.get $lengths) (local.get $at))))
    (if (local.get $length)
      (then
        (local.set $slot (i32.add (local.get $counts) (i32.shl (local.get $length) (i32.const 2))))
        (local.set $code (i32.load offset=64 (local.get $slot)))
        (i32.store offset=64 (local.get $slot) (i32.add (local.get $code) (i32.const 1)))
        ;; Codes are read from their highest bit on.
        (local.set $reversed (i32.const 0))
        (local.set $bit (local.get $length))
        (loop $reverse
          (local.set $reversed
            (i32.or (i32.shl (local.get $reversed) (i32.const 1)) (i32.and (local.get $code) (i32.const 1))))
          (local.set $code (i32.shr_u (local.get $code) (i32.const 1)))
          (local.set $bit (i32.sub (local.get $bit) (i32.const 1)))
          (br_if $reverse (local.get $bit)))
        (loop $fill
          (i32.store16
            (i32.add (local.get $table) (i32.shl (local.get $reversed) (i32.const 1)))
            (i32.or (i32.shl (local.get $at) (i32.const 4)) (local.get $length)))
          (local.set $reversed (i32.add (local.get $reversed) (i32.shl (i32.const 1) (local.get $length))))
          (br_if $fill (i32.lt_u (local.get $reversed) (local.get $size))))))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (br_if $symbols (i32.lt_u (local.get $at) (local.get $count))))
  (local.get $longest))
