;; Functions with and without leaks in WebAssembly, for the test of `cargo xtask kernels`. They are like shells of hash
;; functions: the parameter is the address of the operands, which contain the address of the states at 0 and the address
;; of the list of blocks at 8.
;;
;; A name that begins with `clean` promises no finding; any other name begins with what must be found.
(module
  (memory 2)
  (global $__stack_pointer (mut i32) (i32.const 65536))
  (table 1 funcref)
  (data $.rodata (i32.const 70000) "0123456789abcdef0123456789abcdef")

  ;; The first word of the first state.
  (func $word (param $operands i32) (result i32)
    (i32.load (i32.load (local.get $operands))))

  (func $clean_absorb (param $operands i32) (local $state i32) (local $block i32) (local $left i32)
    (local.set $state (i32.load (local.get $operands)))
    (local.set $block (i32.load (i32.load offset=8 (local.get $operands))))
    (local.set $left (i32.load offset=4 (i32.load offset=8 (local.get $operands))))
    (block $done
      (loop $next
        (br_if $done (i32.lt_u (local.get $left) (i32.const 8)))
        (i64.store (local.get $state)
          (i64.mul (i64.xor (i64.load (local.get $state)) (i64.load (local.get $block))) (i64.const 77)))
        (local.set $block (i32.add (local.get $block) (i32.const 8)))
        (local.set $left (i32.sub (local.get $left) (i32.const 8)))
        (br $next))))

  (func $clean_table_by_counter (param $operands i32) (local $state i32) (local $n i32)
    (local.set $state (i32.load (local.get $operands)))
    (loop $next
      (i32.store (i32.add (local.get $state) (local.get $n))
        (i32.xor (i32.load (i32.add (local.get $state) (local.get $n))) (i32.load offset=70000 (local.get $n))))
      (br_if $next (i32.ne (local.tee $n (i32.add (local.get $n) (i32.const 4))) (i32.const 16)))))

  ;; The state is copied into the frame, beside an address that is read back.
  (func $clean_frame (param $operands i32) (local $frame i32)
    (global.set $__stack_pointer
      (local.tee $frame (i32.sub (global.get $__stack_pointer) (i32.const 64))))
    (memory.copy (local.get $frame) (i32.load (local.get $operands)) (i32.const 16))
    (i32.store offset=32 (local.get $frame) (i32.load (local.get $operands)))
    (v128.store (i32.load offset=32 (local.get $frame)) (i8x16.neg (v128.load (local.get $frame))))
    (memory.fill (local.get $frame) (i32.const 0) (i32.const 16))
    (global.set $__stack_pointer (i32.add (local.get $frame) (i32.const 64))))

  ;; Secrets are stored at a place that a number chooses, below an address. The number is bounded by a mask.
  (func $clean_ring (param $operands i32) (local $frame i32) (local $n i32)
    (local.set $frame (i32.sub (global.get $__stack_pointer) (i32.const 64)))
    (i32.store offset=32 (local.get $frame) (i32.load (local.get $operands)))
    (loop $next
      (i32.store
        (i32.add (local.get $frame) (i32.shl (i32.and (local.get $n) (i32.const 7)) (i32.const 2)))
        (i32.load (i32.load (local.get $operands))))
      (br_if $next (i32.ne (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const 20))))
    (i32.store (i32.load offset=32 (local.get $frame)) (i32.load offset=28 (local.get $frame))))

  ;; A constant sets another bit of the number.
  (func $clean_ring_with_bit (param $operands i32) (local $frame i32)
    (local.set $frame (i32.sub (global.get $__stack_pointer) (i32.const 48)))
    (i32.store offset=32 (local.get $frame) (i32.load (local.get $operands)))
    (i32.store
      (i32.add (local.get $frame) (i32.or (i32.and (i32.load offset=4 (local.get $operands)) (i32.const 24)) (i32.const 4)))
      (i32.load (i32.load (local.get $operands))))
    (i32.store (i32.load offset=32 (local.get $frame)) (i32.const 1)))

  ;; The bit lets the number reach the address.
  (func $address_behind_ring_with_bit (param $operands i32) (local $frame i32)
    (local.set $frame (i32.sub (global.get $__stack_pointer) (i32.const 64)))
    (i32.store offset=32 (local.get $frame) (i32.load (local.get $operands)))
    (i32.store
      (i32.add (local.get $frame) (i32.or (i32.and (i32.load offset=4 (local.get $operands)) (i32.const 24)) (i32.const 32)))
      (i32.load (i32.load (local.get $operands))))
    (i32.store (i32.load offset=32 (local.get $frame)) (i32.const 1)))

  ;; What is loaded consists of the bytes of two numbers, so it is greater than each of them.
  (func $address_by_parts_of_numbers (param $operands i32) (local $frame i32) (local $bits i32)
    (local.set $frame (i32.sub (global.get $__stack_pointer) (i32.const 48)))
    (i32.store offset=32 (local.get $frame) (i32.load (local.get $operands)))
    (local.set $bits (i32.and (i32.load offset=4 (local.get $operands)) (i32.const 3)))
    (i32.store8 offset=40 (local.get $frame) (local.get $bits))
    (i32.store8 offset=41 (local.get $frame) (local.get $bits))
    (i32.store
      (i32.add (local.get $frame) (i32.load16_u offset=40 (local.get $frame)))
      (i32.load (i32.load (local.get $operands))))
    (i32.store (i32.load offset=32 (local.get $frame)) (i32.const 1)))

  ;; The mask lets the number reach the address.
  (func $address_behind_ring (param $operands i32) (local $frame i32) (local $n i32)
    (local.set $frame (i32.sub (global.get $__stack_pointer) (i32.const 64)))
    (i32.store offset=32 (local.get $frame) (i32.load (local.get $operands)))
    (i32.store
      (i32.add (local.get $frame) (i32.shl (i32.and (i32.load offset=4 (local.get $operands)) (i32.const 15)) (i32.const 2)))
      (i32.load (i32.load (local.get $operands))))
    (i32.store (i32.load offset=32 (local.get $frame)) (i32.const 1)))

  ;; Two addresses lie in the frame beside a secret; the choice between their places is public.
  (func $clean_either (param $operands i32) (local $frame i32) (local $list i32)
    (local.set $frame (i32.and (i32.sub (global.get $__stack_pointer) (i32.const 64)) (i32.const -32)))
    (i32.store (local.get $frame) (i32.load (local.get $operands)))
    (i32.store offset=4 (local.get $frame) (i32.load (i32.load offset=8 (local.get $operands))))
    (i32.store offset=8 (local.get $frame) (i32.load (i32.load (local.get $operands))))
    (local.set $list (local.get $frame))
    (if (i32.load offset=12 (local.get $operands))
      (then (local.set $list (i32.add (local.get $frame) (i32.const 4)))))
    (i32.store (i32.load (local.get $operands)) (i32.load (i32.load (local.get $list)))))

  (func $clean_values_of_blocks (param $operands i32) (local $sum i32)
    (i32.store
      (block $address (result i32)
        (local.set $sum (i32.const 1))
        (drop (br_if $address (i32.load (local.get $operands)) (i32.load offset=4 (local.get $operands))))
        (br $address (i32.load (local.get $operands)))
        (drop (i32.load (i32.load (i32.load (local.get $operands)))))
        (i32.const 0))
      (if (result i32) (i32.eqz (local.get $sum))
        (then (i32.const 3))
        (else (i32.load (i32.load (local.get $operands)))))))

  ;; Numbers are public, also where they come from a branch.
  (func $clean_tables (param $operands i32)
    (block $a
      (block $b
        (br_table $a $b $a (i32.load offset=4 (local.get $operands))))
      (i32.store (i32.load (local.get $operands)) (i32.const 1)))
    (i32.store (i32.load (local.get $operands))
      (select (i32.const 5) (i32.const 7) (i32.load offset=4 (local.get $operands)))))

  (func $address_of_table (param $operands i32)
    (i32.store (i32.load (local.get $operands))
      (i32.load offset=70000 (i32.and (i32.load (i32.load (local.get $operands))) (i32.const 28)))))

  (func $address_of_array (param $operands i32) (local $frame i32)
    (local.set $frame (i32.sub (global.get $__stack_pointer) (i32.const 64)))
    (i32.store (i32.load (local.get $operands))
      (i32.load8_u (i32.add (local.get $frame) (i32.load8_u (i32.load (local.get $operands)))))))

  (func $address_of_store (param $operands i32) (local $frame i32)
    (local.set $frame (i32.sub (global.get $__stack_pointer) (i32.const 64)))
    (i32.store8 (i32.add (local.get $frame) (i32.load8_u (i32.load (local.get $operands)))) (i32.const 1)))

  ;; The constants are followed by variables of the whole program, which may contain secrets.
  (func $address_of_variable (param $operands i32)
    (drop (i32.load (i32.load (i32.const 71000)))))

  (func $branch_of_variable (param $operands i32)
    (if (i32.load offset=71000 (local.get $operands))
      (then (i32.store (i32.load (local.get $operands)) (i32.const 1)))))

  (func $address_of_message (param $operands i32)
    (drop (i32.load (i32.load (i32.load (i32.load offset=8 (local.get $operands)))))))

  (func $address_of_copy (param $operands i32) (local $frame i32)
    (local.set $frame (i32.sub (global.get $__stack_pointer) (i32.const 64)))
    (memory.copy (local.get $frame) (i32.load (local.get $operands)) (i32.load offset=4 (local.get $operands)))
    (drop (i32.load (i32.load offset=12 (local.get $frame)))))

  (func $address_of_length (param $operands i32)
    (memory.fill (i32.load (local.get $operands)) (i32.const 0) (i32.load (i32.load (local.get $operands)))))

  (func $address_of_lane (param $operands i32)
    (drop (i32.load offset=70000
      (i32x4.extract_lane 1 (i8x16.swizzle (v128.load (i32.load (local.get $operands)))
        (v128.load (i32.const 70000)))))))

  ;; The address that the block yields is a secret if the branch is taken.
  (func $address_of_block (param $operands i32)
    (drop (i32.load
      (block $address (result i32)
        (drop (i32.const 1))
        (i32.load (local.get $operands))
        (drop (br_if $address (i32.load (i32.load (local.get $operands))) (i32.load offset=4 (local.get $operands))))))))

  ;; The secret comes around the loop.
  (func $address_of_last_turn (param $operands i32) (local $n i32) (local $at i32)
    (loop $next
      (drop (i32.load offset=70000 (local.get $at)))
      (local.set $at (i32.load (i32.load (local.get $operands))))
      (br_if $next (i32.ne (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const 4)))))

  (func $branch_of_if (param $operands i32)
    (if (i32.load (i32.load (local.get $operands)))
      (then (i32.store (i32.load (local.get $operands)) (i32.const 1)))))

  (func $branch_of_vector (param $operands i32)
    (block $done
      (br_if $done (v128.any_true (v128.load (i32.load (local.get $operands)))))
      (i32.store (i32.load (local.get $operands)) (i32.const 1))))

  (func $branch_of_table (param $operands i32)
    (block $a
      (block $b
        (br_table $a $b (i32.load (i32.load (local.get $operands)))))
      (i32.store (i32.load (local.get $operands)) (i32.const 1))))

  (func $branch_of_select (param $operands i32)
    (i32.store (i32.load (local.get $operands))
      (select (i32.const 5) (i32.const 7) (i64.eqz (i64.load (i32.load (local.get $operands)))))))

  (func $time_of_division (param $operands i32)
    (i32.store (i32.load (local.get $operands))
      (i32.rem_u (i32.load (i32.load (local.get $operands))) (i32.const 7))))

  (func $time_of_fraction (param $operands i32)
    (v128.store (i32.load (local.get $operands))
      (f32x4.mul (v128.load (i32.load (local.get $operands))) (v128.load (i32.const 70000)))))

  (func $call_of_function (param $operands i32)
    (i32.store (i32.load (local.get $operands)) (call $word (local.get $operands))))

  (func $call_of_table (param $operands i32)
    (call_indirect (param i32) (local.get $operands) (i32.const 0)))

  (func $lost_address (param $operands i32)
    (drop (i32.load (i32.const 16)))))
