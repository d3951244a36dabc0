;; Checksum of u32 words, as checksum.ts has it before its last step. The four lanes at `lanes` go on from where they stand, so that
;; words may come in pieces of whole groups of four, the last one aside.
(func (export "checksumLanes") (param $words i32) (param $count i32) (param $lanes i32)
  (local $end i32) (local $whole i32) (local $a i32) (local $b i32) (local $c i32) (local $d i32)
  (local.set $a (i32.load (local.get $lanes)))
  (local.set $b (i32.load offset=4 (local.get $lanes)))
  (local.set $c (i32.load offset=8 (local.get $lanes)))
  (local.set $d (i32.load offset=12 (local.get $lanes)))
  (local.set $end (i32.add (local.get $words) (i32.shl (local.get $count) (i32.const 2))))
  (local.set $whole
    (i32.add (local.get $words) (i32.shl (i32.and (local.get $count) (i32.const -16)) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $words) (local.get $whole)))
      (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load (local.get $words))) (i32.const 0x9e3779b1)))
      (local.set $b (i32.mul (i32.xor (local.get $b) (i32.load offset=4 (local.get $words))) (i32.const 0x85ebca77)))
      (local.set $c (i32.mul (i32.xor (local.get $c) (i32.load offset=8 (local.get $words))) (i32.const 0xc2b2ae3d)))
      (local.set $d (i32.mul (i32.xor (local.get $d) (i32.load offset=12 (local.get $words))) (i32.const 0x27d4eb2f)))
      (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load offset=16 (local.get $words))) (i32.const 0x9e3779b1)))
      (local.set $b (i32.mul (i32.xor (local.get $b) (i32.load offset=20 (local.get $words))) (i32.const 0x85ebca77)))
      (local.set $c (i32.mul (i32.xor (local.get $c) (i32.load offset=24 (local.get $words))) (i32.const 0xc2b2ae3d)))
      (local.set $d (i32.mul (i32.xor (local.get $d) (i32.load offset=28 (local.get $words))) (i32.const 0x27d4eb2f)))
      (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load offset=32 (local.get $words))) (i32.const 0x9e3779b1)))
      (local.set $b (i32.mul (i32.xor (local.get $b) (i32.load offset=36 (local.get $words))) (i32.const 0x85ebca77)))
      (local.set $c (i32.mul (i32.xor (local.get $c) (i32.load offset=40 (local.get $words))) (i32.const 0xc2b2ae3d)))
      (local.set $d (i32.mul (i32.xor (local.get $d) (i32.load offset=44 (local.get $words))) (i32.const 0x27d4eb2f)))
      (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load offset=48 (local.get $words))) (i32.const 0x9e3779b1)))
      (local.set $b (i32.mul (i32.xor (local.get $b) (i32.load offset=52 (local.get $words))) (i32.const 0x85ebca77)))
      (local.set $c (i32.mul (i32.xor (local.get $c) (i32.load offset=56 (local.get $words))) (i32.const 0xc2b2ae3d)))
      (local.set $d (i32.mul (i32.xor (local.get $d) (i32.load offset=60 (local.get $words))) (i32.const 0x27d4eb2f)))
      (local.set $words (i32.add (local.get $words) (i32.const 64)))
      (br $next)))
  (local.set $whole
    (i32.add (local.get $words) (i32.and (i32.sub (local.get $end) (local.get $words)) (i32.const -16))))
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $words) (local.get $whole)))
      (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load (local.get $words))) (i32.const 0x9e3779b1)))
      (local.set $b (i32.mul (i32.xor (local.get $b) (i32.load offset=4 (local.get $words))) (i32.const 0x85ebca77)))
      (local.set $c (i32.mul (i32.xor (local.get $c) (i32.load offset=8 (local.get $words))) (i32.const 0xc2b2ae3d)))
      (local.set $d (i32.mul (i32.xor (local.get $d) (i32.load offset=12 (local.get $words))) (i32.const 0x27d4eb2f)))
      (local.set $words (i32.add (local.get $words) (i32.const 16)))
      (br $next)))
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (local.get $words) (local.get $end)))
      (local.set $a (i32.mul (i32.xor (local.get $a) (i32.load (local.get $words))) (i32.const 0x9e3779b1)))
      (local.set $words (i32.add (local.get $words) (i32.const 4)))
      (br $next)))
  (i32.store (local.get $lanes) (local.get $a))
  (i32.store offset=4 (local.get $lanes) (local.get $b))
  (i32.store offset=8 (local.get $lanes) (local.get $c))
  (i32.store offset=12 (local.get $lanes) (local.get $d)))
